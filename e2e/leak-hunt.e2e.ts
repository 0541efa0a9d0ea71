import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_ACCOUNTS } from "#demo/people.ts";
import { CREDIT_APPLICANT } from "#domain/credit-application/credit-applicant.fixture.ts";
import { writeBackup } from "#platform/backup/backup.server.ts";
import { startSmtpPeer } from "#platform/email/smtp-peer.fixture.ts";
import { startTwilioPeer } from "#platform/sms/twilio-peer.fixture.ts";
import { type Canary, dumpTables, findCanaries, readFilesSince } from "./leak-hunt.fixture.ts";
import { preApprovalFields } from "./program.fixture.ts";
import { findDatabaseUrl, removeDataDirectory, type Site, startSite } from "./site.fixture.ts";

/*
 * Secrets go through every form that takes them, on a site of its own with real ways out, so that
 * mail and SMS wait in no outbox. Then they are looked for wherever the site writes.
 */

const PERSON = "leak.hunt@example.com";
const SECOND = "leak.second@example.com";
const PASSWORD = "violet harbour 77 lantern";
const NEXT_PASSWORD = "seven brass kettles 31";

/** Answers of the forms: they may stand in no mail either. */
const ANSWERS: readonly Canary[] = [
  { what: "SIN", values: ["716284054", "716 284 054", "716-284-054"] },
  { what: "SIN of the co-applicant", values: ["130692544", "130 692 544", "130-692-544"] },
  { what: "birth date", values: ["1953-11-23", "November 23, 1953", "23 novembre 1953"] },
  {
    what: "birth date of the co-applicant",
    values: ["1949-02-17", "February 17, 1949", "17 février 1949"],
  },
  {
    what: "birth date of the pre-approval",
    values: ["1951-08-29", "August 29, 1951", "29 août 1951"],
  },
  { what: "licence number", values: ["Q7319-50284-61072", "Q73195028461072"] },
  { what: "licence number of the co-applicant", values: ["Z4460-81953-30917"] },
  { what: "password", values: [PASSWORD, NEXT_PASSWORD] },
];

let smtp: Awaited<ReturnType<typeof startSmtpPeer>>;
let twilio: Awaited<ReturnType<typeof startTwilioPeer>>;
let site: Site;
let folder: string;
const begun = Date.now() - 1_000;
/** Whatever a browser or program was answered. */
const answers = new Map<string, Buffer>();

beforeAll(async () => {
  [smtp, twilio] = await Promise.all([startSmtpPeer(), startTwilioPeer()]);
  folder = await mkdtemp(join(tmpdir(), "leak-hunt-"));
  site = await startSite({
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: "hello@example.ca",
    SMS_URL: twilio.smsUrl,
    LOG_LEVEL: "trace",
  });
});

afterAll(async () => {
  await site.stop();
  await removeDataDirectory(site);
  await Promise.all([smtp.close(), twilio.close()]);
  await rm(folder, { recursive: true });
});

/** A browser without scripts: cookies, pages, posts. Its answers are kept for the hunt. */
function visitor(name: string) {
  const cookies = new Map<string, string>();
  async function ask(method: string, path: string, init: RequestInit = {}) {
    const response = await fetch(site.origin + path, {
      ...init,
      method,
      redirect: "manual",
      headers: {
        origin: site.origin,
        cookie: [...cookies].map((pair) => pair.join("=")).join("; "),
        ...(init.headers as Record<string, string> | undefined),
      },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, key = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(key, value);
    }
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, location: response.headers.get("location") ?? "", bytes };
  }
  return {
    cookies,
    async look(path: string, { expected = 200 } = {}) {
      const answer = await ask("GET", path);
      expect([path, answer.status]).toEqual([path, expected]);
      answers.set(`${name}: GET ${path}`, answer.bytes);
      return answer;
    },
    async post(path: string, fields: Record<string, string>, accept = "text/html") {
      const body = new URLSearchParams(fields);
      const answer = await ask("POST", path, { body, headers: { accept } });
      answers.set(`${name}: POST ${path} ${answer.status}`, answer.bytes);
      return answer;
    },
    /** The token of SPEC.md §8's calls, which is the answer's whole sense. */
    async askForToken(email: string): Promise<string> {
      const headers = { "content-type": "application/json" };
      const { bytes } = await ask("POST", "/jwt", { body: JSON.stringify({ email }), headers });
      return (JSON.parse(bytes.toString()) as { token: string }).token;
    },
  };
}

async function mailTo(address: string, pattern: RegExp, after = 0): Promise<string> {
  const find = () =>
    smtp.arrivals
      .slice(after)
      .filter(({ to }) => to.includes(address))
      .map(({ email }) => pattern.exec(email.text ?? "")?.[1])
      .find((found) => found !== undefined);
  await expect.poll(find).toBeDefined();
  return find() ?? "";
}

async function proveNumber(who: ReturnType<typeof visitor>, phone: string): Promise<string> {
  await who.post("/api/phone-verification", { phone }, "application/json");
  const find = () => twilio.accepted.findLast(({ to }) => to === phone)?.body;
  await expect.poll(find).toBeDefined();
  const code = /\b(\d{6})\b/.exec(find() ?? "")?.[1] ?? "";
  const checked = await who.post(
    "/api/phone-verification/check",
    { phone, code },
    "application/json",
  );
  expect(checked.status).toBe(200);
  return code;
}

/** Has a code mailed for signing in, and enters it. */
async function signInByCode(who: ReturnType<typeof visitor>) {
  const before = smtp.arrivals.length;
  expect((await who.post("/login", { email: PERSON, mail: "1" })).status).toBe(303);
  const code = (await mailTo(PERSON, /\b(\d{4}\s\d{4})\b/, before)).replace(/\s/, "");
  const link = await mailTo(PERSON, /\/login\/link\/([\w-]+)/, before);
  await who.look("/login/code");
  expect((await who.post("/login/code", { form: "email-code", code })).status).toBe(303);
  return { code, link };
}

test("no secret that a form takes stands anywhere but in the vault", async () => {
  // An account, by password and by mail.
  const person = visitor("person");
  const signedUp = await person.post("/register", {
    form: "sign-up",
    name: "Maxime Leduc",
    email: PERSON,
    password: PASSWORD,
  });
  expect(signedUp.status).toBe(200);
  const confirmToken = await mailTo(PERSON, /\/register\/confirm\/([\w-]+)/);
  await visitor("mail program").look(`/register/confirm/${confirmToken}`);
  const confirmed = await person.post(`/register/confirm/${confirmToken}`, {
    form: "confirm",
    password: PASSWORD,
  });
  expect(confirmed.status).toBe(303);
  const [byCode, again] = [
    await signInByCode(visitor("by code")),
    await signInByCode(visitor("by another code")),
  ];
  const forgetful = visitor("forgetful");
  await forgetful.post("/login/forgot", { form: "forgot", email: PERSON });
  const resetToken = await mailTo(PERSON, /\/login\/reset\/([\w-]+)/);
  const reset = await forgetful.post(`/login/reset/${resetToken}`, {
    form: "reset",
    "new-password": NEXT_PASSWORD,
  });
  expect(reset.status).toBe(303);
  expect((await person.post("/login", { email: PERSON, password: PASSWORD })).status).toBe(422);
  expect((await person.post("/login", { email: PERSON, password: NEXT_PASSWORD })).status).toBe(
    303,
  );
  const accessToken = await person.askForToken(PERSON);

  // A pre-approval with a number that was proved; and another number, for a second code.
  const phoneCode = await proveNumber(person, "+14035550163");
  const otherPhoneCode = await proveNumber(person, "+14035550164");
  const preApproval = preApprovalFields({
    dateOfBirth: "1951-08-29",
    email: PERSON,
    phoneNumber: "403-555-0163",
  });
  await person.post("/forms/pre-approval", { ...preApproval, annualIncome: "plenty" });
  const preApproved = await person.post("/forms/pre-approval", preApproval, "application/json");
  expect(preApproved.status).toBe(200);

  // A credit application: kept as a draft, refused, sent; and the second person's own.
  const application = {
    ...CREDIT_APPLICANT,
    dateOfBirth: "1953-11-23",
    licenseNumber: "Q7319-50284-61072",
    sinNumber: "716 284 054",
    email: PERSON,
    coApplicantFirstName: "Amir",
    coApplicantLastName: "Haddad",
    coApplicantDateOfBirth: "1949-02-17",
    coApplicantEmail: SECOND,
    creditCheck: "yes",
    shareWithDealership: "yes",
    englishChosen: "yes",
  };
  await person.post("/creditform", application);
  await person.look("/creditform");
  await person.look("/creditform.data");
  const refused = await person.post("/forms/credit-application", {
    ...application,
    grossIncome: "",
  });
  expect(refused.status).toBe(422);
  // Before it is sent, these pages show the birth date again: the one sealed answer that may come back.
  const refilled = new Set(
    [...answers.keys()].filter((place) => /\/creditform|\/credit-/.test(place)),
  );
  const sent = await person.post("/forms/credit-application", application, "application/json");
  expect(sent.status).toBe(200);
  const { reference } = JSON.parse(sent.bytes.toString()) as { reference: string };
  const invitation = await mailTo(SECOND, /invite=([\w-]+)/);
  const second = visitor("second");
  await second.look(`/creditform?invite=${invitation}`);
  const joined = await second.post(
    "/forms/credit-application",
    {
      ...application,
      submissionId: randomUUID(),
      invitation,
      firstName: "Amir",
      lastName: "Haddad",
      dateOfBirth: "1949-02-17",
      licenseNumber: "Z4460-81953-30917",
      sinNumber: "130 692 544",
      email: SECOND,
    },
    "application/json",
  );
  expect(joined.status).toBe(200);

  // Pages that tell of all this, to the person and to staff.
  for (const path of ["/account", "/account/applications", "/account/data", "/account/security"])
    for (const end of ["", ".data"]) await person.look(path + end);
  for (const end of ["", ".data"]) await person.look(`/creditform/sent/${reference}${end}`);
  for (const format of ["json", "csv"]) await person.look(`/account/export?format=${format}`);
  const staff = visitor("staff");
  const admin = DEMO_ACCOUNTS.find(({ role }) => role === "admin");
  await staff.post("/login", { email: admin?.email ?? "", password: admin?.password ?? "" });
  for (const path of [
    "/staff/leads",
    `/staff/leads/${reference}`,
    "/staff/messages",
    "/staff/records",
    "/staff/people",
  ])
    for (const end of ["", ".data"]) await staff.look(path + end);
  await visitor("passer-by").look("/demo/outbox");
  await visitor("passer-by").look("/demo/outbox.json");

  const secrets: Canary[] = [
    { what: "codes by e-mail", values: [byCode.code, again.code], isCode: true },
    { what: "codes by SMS", values: [phoneCode, otherPhoneCode], isCode: true },
    { what: "link to sign in", values: [byCode.link] },
    { what: "link to confirm", values: [confirmToken] },
    { what: "link to reset", values: [resetToken] },
    { what: "access token", values: [accessToken, accessToken.split(".")[2] ?? ""] },
    {
      what: "session cookie",
      values: [...person.cookies].filter(([name]) => name.includes("session")).map(([, v]) => v),
    },
  ];
  for (const { what, values } of secrets)
    expect([what, values.every(({ length }) => length > 5)]).toEqual([what, true]);
  const canaries = [...ANSWERS, ...secrets];

  const url = await findDatabaseUrl(site);
  const backup = join(folder, "backup");
  const key = { kind: "own", secret: randomBytes(32) } as const;
  expect(await writeBackup({ url, file: backup, key, uploads: null })).toMatchObject({ ok: true });
  const places = new Map<string, Buffer>([
    ...answers,
    ...[...(await dumpTables(url))].map(([name, rows]) => [`table ${name}`, rows] as const),
    ...(await readFilesSince(site.dataDirectory, begun)),
    ["log", Buffer.from(site.output())],
    ["backup", await readFile(backup)],
  ]);
  const isAllowed = ({ what, values }: Canary, place: string) =>
    (refilled.has(place) && what.startsWith("birth date")) ||
    // The page of a link knows its own address.
    (answers.has(place) && values.some((value) => place.includes(value)));
  const hits = [...places].flatMap(([place, bytes]) => {
    const wanted = canaries.filter((canary) => !isAllowed(canary, place));
    return findCanaries(bytes, wanted).map((what) => `${what} in ${place}`);
  });
  const mail = Buffer.from(smtp.arrivals.map(({ email }) => JSON.stringify(email)).join("\n"));
  hits.push(...findCanaries(mail, ANSWERS).map((what) => `${what} in a mail`));
  expect(hits).toEqual([]);

  // The hunt itself sees: what is no secret stands where it was looked.
  const plain: Canary[] = [{ what: "name", values: ["Maxime Leduc"] }];
  const seen = [...places].filter(([, bytes]) => findCanaries(bytes, plain).length > 0);
  expect(seen.some(([place]) => place.includes("pg_wal"))).toBe(true);
  expect(seen.some(([place]) => place.startsWith("table "))).toBe(true);
});
