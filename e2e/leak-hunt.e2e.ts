import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_ACCOUNTS } from "#demo/people.ts";
import { CREDIT_APPLICANT } from "#domain/credit-application/credit-applicant.fixture.ts";
import { writeBackup } from "#platform/backup/backup.server.ts";
import { writePdf } from "#platform/decoding/decode.fixture.ts";
import { startSmtpPeer } from "#platform/email/smtp-peer.fixture.ts";
import { startTwilioPeer } from "#platform/sms/twilio-peer.fixture.ts";
import { fillBrowserStorage, readBrowserStorage } from "./browser-storage.fixture.ts";
import { addAuthenticator, hydrated, launchBrowser, loadWords } from "./browser.fixture.ts";
import { creditForm } from "./credit-form.fixture.ts";
import { type Canary, dumpTables, findCanaries, readFilesSince } from "./leak-hunt.fixture.ts";
import { preApprovalFields } from "./program.fixture.ts";
import { findDatabaseUrl, removeDataDirectory, type Site, startSite } from "./site.fixture.ts";

/*
 * Sends secrets through every form that accepts them, on a separate site with real SMTP and SMS
 * providers, so that no message is stored in an outbox. Then searches for the secrets everywhere
 * the site writes.
 */

const PERSON = "leak.hunt@example.com";
const SECOND = "leak.second@example.com";
const PASSWORD = "violet harbour 77 lantern";
const NEXT_PASSWORD = "seven brass kettles 31";

/** Answers of the forms. They must not be in any e-mail either. */
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
  { what: "document", values: ["CANARY-PAYSTUB-71043"] },
];

/** Another application, typed into a page with script. */
const TYPED_ANSWERS = {
  dateOfBirth: "1955-01-19",
  licenseNumber: "K5021-77408-31962",
  sinNumber: "568 913 041",
};

let smtp: Awaited<ReturnType<typeof startSmtpPeer>>;
let twilio: Awaited<ReturnType<typeof startTwilioPeer>>;
let site: Site;
let browser: Browser;
let folder: string;
const begun = Date.now() - 1_000;
/** All responses to browsers and programs. */
const answers = new Map<string, Buffer>();

beforeAll(async () => {
  [smtp, twilio, browser] = await Promise.all([
    startSmtpPeer(),
    startTwilioPeer(),
    launchBrowser(),
  ]);
  folder = await mkdtemp(join(tmpdir(), "leak-hunt-"));
  site = await startSite({
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: "hello@example.ca",
    SMS_URL: twilio.smsUrl,
    LOG_LEVEL: "trace",
  });
});

afterAll(async () => {
  await browser.close();
  await site.stop();
  await removeDataDirectory(site);
  await Promise.all([smtp.close(), twilio.close()]);
  await rm(folder, { recursive: true });
});

/** A browser without script: cookies, pages, posts. Its responses are recorded for the search. */
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
      const response = await ask("GET", path);
      expect([path, response.status]).toEqual([path, expected]);
      answers.set(`${name}: GET ${path}`, response.bytes);
      return response;
    },
    async post(path: string, fields: Record<string, string>, accept = "text/html") {
      const body = new URLSearchParams(fields);
      const response = await ask("POST", path, { body, headers: { accept } });
      answers.set(`${name}: POST ${path} ${response.status}`, response.bytes);
      return response;
    },
    async upload(path: string, fields: Record<string, string>, file: File) {
      const body = new FormData();
      for (const [key, value] of Object.entries(fields)) body.append(key, value);
      body.append("file", file);
      const response = await ask("POST", path, { body });
      answers.set(`${name}: POST ${path} ${response.status}`, response.bytes);
      return response;
    },
    /**
     * Requests a token for the calls of SPEC.md §8. The response is not recorded, because the token
     * is its purpose.
     */
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

/** Requests a sign-in code by e-mail, and enters it. */
async function signInByCode(who: ReturnType<typeof visitor>) {
  const before = smtp.arrivals.length;
  expect((await who.post("/login", { email: PERSON, mail: "1" })).status).toBe(303);
  const code = (await mailTo(PERSON, /\b(\d{4}\s\d{4})\b/, before)).replace(/\s/, "");
  const link = await mailTo(PERSON, /\/login\/link\/([\w-]+)/, before);
  await who.look("/login/code");
  expect((await who.post("/login/code", { form: "email-code", code })).status).toBe(303);
  return { code, link };
}

const say = loadWords("en");

/** A page with script, with the session of a visitor without script. */
async function openPage({ cookies }: ReturnType<typeof visitor>): Promise<Page> {
  // A passkey needs a host name, not an IP address.
  const url = site.origin.replace("127.0.0.1", "localhost");
  const context = await browser.newContext({ baseURL: url, reducedMotion: "reduce" });
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })));
  const page = await context.newPage();
  await addAuthenticator(page);
  return page;
}

/** Adds the account's first passkey. Returns the recovery codes that come with it. */
async function addPasskey(page: Page): Promise<string[]> {
  await page.goto("/account/second-factor");
  await hydrated(page);
  await page
    .getByRole("region", { name: say("account_passkeys") })
    .getByLabel(say("account_current_password_label"))
    .fill(NEXT_PASSWORD);
  await page.getByRole("button", { name: say("account_passkey_add"), exact: true }).click();
  await page.getByLabel(say("account_passkey_name_label")).fill("Fingerprint");
  const codes = (await page.getByRole("main").innerText()).match(/\b\w{5}-\w{5}\b/g) ?? [];
  await hydrated(page);
  await page.getByRole("button", { name: say("account_passkey_create"), exact: true }).click();
  await page.getByRole("status").filter({ hasText: /on/ }).waitFor();
  return codes;
}

/** A complete credit application: typed, autosaved, shown again and sent. */
async function applyInBrowser(page: Page): Promise<void> {
  await page.goto("/creditform");
  await hydrated(page);
  const { control, fillIn } = creditForm(page, say);
  const { tradeInDetails: _, ...first } = { ...CREDIT_APPLICANT, ...TYPED_ANSWERS };
  await fillIn({ ...first, tradeIn: "no", email: PERSON, phone: "403 555 0165" });
  await control("creditCheck").check();
  await control("message").fill("Typed in a browser.");
  await control("message").blur();
  const stored = async () => {
    await page.reload();
    return control("message").inputValue();
  };
  await expect.poll(stored, { timeout: 30_000 }).toBe("Typed in a browser.");
  await hydrated(page);
  answers.set("browser: /creditform again", Buffer.from(await page.content()));
  keep("while it was typed", await readBrowserStorage(page));
  await control("creditCheck").check();
  await page.getByRole("button", { name: say("forms_submit"), exact: true }).click();
  const title = say("credit_application_sent_title");
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  answers.set("browser: what was sent", Buffer.from(await page.content()));
  keep("after it was sent", await readBrowserStorage(page));
}

const storage = new Map<string, Buffer>();
function keep(when: string, stored: ReadonlyMap<string, Buffer>) {
  for (const [source, bytes] of stored) storage.set(`browser's ${source} ${when}`, bytes);
}

/** Runs a query as the owner of the site's database. */
async function query<Row extends pg.QueryResultRow>(text: string, values: readonly string[] = []) {
  const client = new pg.Client({ connectionString: await findDatabaseUrl(site) });
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

/**
 * Assigns the lead to the dealership of the demo's dealer. Returns the address to which its leads
 * are sent.
 */
async function giveToDemoDealer(reference: string, email: string): Promise<string> {
  const [input] = await query<{ address: string }>(
    `update lead set dealership_id = dealership.id
     from dealership join dealership_member on dealership_id = dealership.id
       join "user" on "user".id = dealership_member.user_id
     where reference = $1 and "user".email = $2
     returning dealership.lead_email as address`,
    [reference, email],
  );
  return input?.address ?? "";
}

function demoAccount(role: string) {
  const account = DEMO_ACCOUNTS.find((each) => each.role === role);
  return { email: account?.email ?? "", password: account?.password ?? "" };
}

test("no secret that a form takes stands anywhere but in the vault", async () => {
  // An account, with sign-in by password and by e-mail.
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

  // A pre-approval with a verified number, and another number, for a second code.
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

  // A credit application: stored as a draft, refused, sent; and the co-applicant's part.
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
  // The same in a browser with script, by a person with a passkey.
  const page = await openPage(person);
  const recoveryCodes = await addPasskey(page);
  await proveNumber(person, "+14035550165");
  await applyInBrowser(page);

  // Before it is sent, these pages show the birth date again. It is the only sealed answer that may
  // be shown again.
  const refilled = new Set(
    [...answers.keys()].filter((source) => /\/creditform|\/credit-/.test(source)),
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

  // Pages that show all this to the person and to staff.
  for (const path of ["/account", "/account/applications", "/account/data", "/account/security"])
    for (const end of ["", ".data"]) await person.look(path + end);
  for (const end of ["", ".data"]) await person.look(`/creditform/sent/${reference}${end}`);
  for (const format of ["json", "csv"]) await person.look(`/account/export?format=${format}`);
  const staff = visitor("staff");
  await staff.post("/login", demoAccount("admin"));

  // A document that an applicant uploads, and the answers that a dealership sees once. The rate
  // limits are cleared, because this number of e-mails exceeds a mailbox's hourly limit.
  await query("delete from rate_limit");
  const documents = { intent: "documents", document: "pay_stub" };
  expect((await staff.post(`/staff/leads/${reference}`, documents)).status).toBe(303);
  const documentToken = await mailTo(PERSON, /\/documents\/([\w-]+)/);
  const pdf = writePdf([{ text: "CANARY-PAYSTUB-71043" }]);
  const file = new File([new Uint8Array(pdf)], "stub.pdf");
  await person.look(`/documents/${documentToken}`);
  const uploaded = await person.upload(`/documents/${documentToken}`, { kind: "pay_stub" }, file);
  expect(uploaded.status).toBe(303);
  const dealer = visitor("dealer");
  await dealer.post("/login", demoAccount("dealer"));
  const dealership = await giveToDemoDealer(reference, demoAccount("dealer").email);
  const view = { intent: "sealed-view", reason: "The dealership submits to its own lender." };
  expect((await staff.post(`/staff/leads/${reference}`, view)).status).toBe(200);
  const viewToken = await mailTo(dealership, /\/dealer\/sealed\/([\w-]+)/);
  await dealer.look(`/dealer/sealed/${viewToken}`);
  const shown = await dealer.post(`/dealer/sealed/${viewToken}`, {});
  expect(shown.bytes.toString()).toContain("716284054");
  // This was the one permitted view, so its response is not searched.
  answers.delete(`dealer: POST /dealer/sealed/${viewToken} 200`);
  await dealer.look(`/dealer/sealed/${viewToken}`);

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
    { what: "link to upload", values: [documentToken] },
    { what: "link to sealed answers", values: [viewToken] },
    { what: "recovery codes", values: recoveryCodes },
    { what: "access token", values: [accessToken, accessToken.split(".")[2] ?? ""] },
    {
      what: "session cookie",
      values: [...person.cookies].filter(([name]) => name.includes("session")).map(([, v]) => v),
    },
  ];
  for (const { what, values } of secrets)
    expect([what, values.length > 0 && values.every(({ length }) => length > 5)]).toEqual([
      what,
      true,
    ]);
  const typed = Object.entries(TYPED_ANSWERS).map(([name, value]): Canary => {
    const what = name === "dateOfBirth" ? "birth date in a browser" : `${name} in a browser`;
    return { what, values: [value, value.replaceAll(" ", "")] };
  });
  const canaries = [...ANSWERS, ...typed, ...secrets];

  const url = await findDatabaseUrl(site);
  const backup = join(folder, "backup");
  const key = { kind: "own", secret: randomBytes(32) } as const;
  expect(await writeBackup({ url, file: backup, key, uploads: null })).toMatchObject({ ok: true });
  const places = new Map<string, Buffer>([
    ...answers,
    ...storage,
    ...[...(await dumpTables(url))].map(([name, rows]) => [`table ${name}`, rows] as const),
    ...(await readFilesSince(site.dataDirectory, begun)),
    ["log", Buffer.from(site.output())],
    ["backup", await readFile(backup)],
  ]);
  const isAllowed = ({ what, values }: Canary, source: string) =>
    // The credential itself, in a cookie that no script can read.
    (what === "session cookie" && source.startsWith("browser's cookies")) ||
    (refilled.has(source) && what.startsWith("birth date")) ||
    // The page of a private link contains its own address.
    (answers.has(source) && values.some((value) => source.includes(value)));
  const hits = [...places].flatMap(([source, bytes]) => {
    const wanted = canaries.filter((canary) => !isAllowed(canary, source));
    return findCanaries(bytes, wanted).map((what) => `${what} in ${source}`);
  });
  const mail = Buffer.from(smtp.arrivals.map(({ email }) => JSON.stringify(email)).join("\n"));
  hits.push(...findCanaries(mail, [...ANSWERS, ...typed]).map((what) => `${what} in a mail`));
  expect(hits).toEqual([]);

  await fillBrowserStorage(page, "probe-5517");
  const probe: Canary[] = [{ what: "probe", values: ["probe-5517"] }];
  const found = [...(await readBrowserStorage(page))].filter(
    ([, bytes]) => findCanaries(bytes, probe).length > 0,
  );
  expect(found.map(([source]) => source).toSorted()).toEqual([
    "IndexedDB",
    "cookies",
    "history",
    "local storage",
    "service worker caches",
    "session storage",
  ]);

  // A check of the search itself: a value that is not secret is found in the searched places.
  const plain: Canary[] = [{ what: "name", values: ["Maxime Leduc"] }];
  const seen = [...places].filter(([, bytes]) => findCanaries(bytes, plain).length > 0);
  expect(seen.some(([source]) => source.includes("pg_wal"))).toBe(true);
  expect(seen.some(([source]) => source.startsWith("table "))).toBe(true);
});
