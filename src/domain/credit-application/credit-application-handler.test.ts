import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { leadTable } from "#domain/lead/lead.table.ts";
import { consentTable } from "#domain/lead/consent.table.ts";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { changeDraft } from "#domain/draft/draft.server.ts";
import { validPost } from "#forms/form-cases.fixture.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { readContextFor } from "#forms/read-context.server.ts";
import { toSpreadsheetFields } from "#forms/spreadsheet-fields.ts";
import { parseStored } from "#forms/stored-answers.ts";
import { now, today } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { makeContext, newAddress } from "#platform/request/visitor.fixture.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { type ProvinceCode, provinceTimeZone } from "#values/province.ts";
import { useSite } from "#server/site.fixture.ts";
import { creditApplicationForm as form } from "./credit-application.form.ts";
import { creditApplicationHandler as handler } from "./credit-application-handler.server.ts";

const IN_ENGLISH = { sender: "en", reader: "en", further: [] } as const;

useSite();

/** Values that nobody else enters: if they are found anywhere, they leaked from here. */
const CANARY = { sinNumber: "193 456 787", licenseNumber: "K9F1-CANARY-77" };
const NEEDLES = ["193456787", "193 456 787", "CANARY"];

const whole = (changed: Readonly<Record<string, string>> = {}) =>
  rawFields({
    submissionId: randomUUID(),
    ...validPost(form, now()),
    ...CANARY,
    dateOfBirth: "1980-01-01",
    coApplicantDateOfBirth: "1980-01-01",
    ...changed,
  });

const send = (changed: Readonly<Record<string, string>> = {}, visitorHash: string = randomUUID()) =>
  receivePost(
    handler,
    whole(changed),
    readVisitor({ context: makeContext({ visitorHash, ipAddress: newAddress() }) }),
  );

async function stored(reference: string) {
  const [row] = await db()
    .select()
    .from(submissionTable)
    .innerJoin(leadTable, eq(leadTable.submissionId, submissionTable.id))
    .where(eq(submissionTable.reference, reference));
  if (!row) throw new Error(`Nothing is stored under ${reference}.`);
  const consents = await db()
    .select()
    .from(consentTable)
    .where(eq(consentTable.submissionId, row.submission.id));
  return { ...row, consents };
}

test("repeats of one post at once cost its address nothing", async () => {
  const visitor = readVisitor({
    context: makeContext({ visitorHash: randomUUID(), ipAddress: newAddress() }),
  });
  const post = whole();
  // Ten without a proof are what an address may send an hour.
  const times = 15;
  const sent = await Promise.all(
    Array.from({ length: times }, () => receivePost(handler, post, visitor)),
  );
  expect(sent.map(({ ok }) => ok)).toEqual(sent.map(() => true));
  expect(new Set(sent.map((each) => each.ok && each.reference)).size).toBe(1);
  expect(await receivePost(handler, whole(), visitor)).toMatchObject({ ok: true });
});

test("a whole post is a lead; what is sealed is in no open column", async () => {
  const sent = await send();
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  const { lead, submission } = await stored(sent.reference);
  expect(lead).toMatchObject({ kind: "credit_application", status: "new" });
  expect(submission.sealedAnswers?.length).toBeGreaterThan(50);
  const sealed = ["sinNumber", "licenseNumber", "dateOfBirth", "coApplicantDateOfBirth"];
  for (const name of sealed) expect(submission.answers).not.toHaveProperty(name);
});

test.each([
  [{ creditCheck: "", shareWithDealership: "" }, []],
  [{ creditCheck: "yes", shareWithDealership: "" }, ["credit_check"]],
  [{ creditCheck: "", shareWithDealership: "yes" }, ["share_with_dealership"]],
  [
    // A consent to marketing is not accepted, whatever a program posts.
    { creditCheck: "yes", shareWithDealership: "yes", marketingEmail: "yes" },
    ["credit_check", "share_with_dealership"],
  ],
])(
  "each ticked box is a consent of its own: %j",
  async (boxes: Readonly<Record<string, string>>, purposes: readonly string[]) => {
    const sent = await send(boxes);
    if (!sent.ok) throw new Error(JSON.stringify(sent));
    const { consents, lead } = await stored(sent.reference);
    expect(consents.map(({ purpose }) => purpose).toSorted()).toEqual(purposes);
    for (const { text, textSha256 } of consents) {
      expect(text.length).toBeGreaterThan(40);
      expect(textSha256).toMatch(/^[0-9a-f]{64}$/u);
    }
    // Without the person's consent, no dealership gets it.
    if (!purposes.includes("share_with_dealership")) expect(lead.dealershipId).toBeNull();
  },
);

test("the listing that one came from is in the lead and the ADF, by the server's own words", async () => {
  const { id: sellerId } = await storePerson("Sela Seller");
  const listing = await storeListing({ sellerId, vin: "2T3B1RFV0SC582226" });
  const sent = await send({ listing, listingName: "A car of my own invention" });
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  const { submission, lead } = await stored(sent.reference);
  const { answers } = parseStored(form, submission.answers);
  expect(answers).toMatchObject({ listing, listingName: expect.stringMatching(/^20\d\d \S/u) });
  const adf = await handler.adf?.(submission.answers, lead, IN_ENGLISH);
  expect(`${adf?.vehicle.year} ${adf?.vehicle.make} ${adf?.vehicle.model}`).toBe(
    answers.listingName?.split(" ").slice(0, 3).join(" "),
  );
  expect(adf?.vehicle.vin).toBe("2T3B1RFV0SC582226");
  expect(adf?.customer.comments).toContain(`Vehicle requested: ${answers.listingName}`);
  expect(adf?.customer.comments).not.toContain("no longer for sale");
  await db().update(listingTable).set({ state: "sold" }).where(eq(listingTable.id, listing));
  const later = await handler.adf?.(submission.answers, lead, IN_ENGLISH);
  expect(later?.vehicle.vin).toBe("2T3B1RFV0SC582226");
  expect(later?.customer.comments).toContain("The vehicle asked for is no longer for sale.");
});

test("a listing that is none is not kept", async () => {
  const sent = await send({ listing: randomUUID(), listingName: "Nothing" });
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  const { answers } = parseStored(form, (await stored(sent.reference)).submission.answers);
  expect(answers).not.toHaveProperty("listing");
  expect(answers).not.toHaveProperty("listingName");
});

test("who is retired has no employer to name, and who trades nothing in no second car", async () => {
  const sent = await send({
    selfEmployed: "neither",
    employerName: "",
    jobTitle: "",
    employerAddress: "",
    employerCity: "",
    employerProvince: "",
    employerPostalCode: "",
    workPhone: "",
    employmentLength: "",
    tradeIn: "no",
    colour: "Red",
  });
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  const { answers } = parseStored(form, (await stored(sent.reference)).submission.answers);
  expect(answers).toMatchObject({ selfEmployed: "neither", tradeIn: "no" });
  expect(answers).not.toHaveProperty("employerName");
  expect(answers).not.toHaveProperty("colour");
});

test("in Quebec English is chosen expressly before anything is agreed to in it", async () => {
  const quebec = { province: "QC", postalCode: "H2X 1Y4" };
  const boxes = { creditCheck: "yes", shareWithDealership: "" };
  for (const agreed of [boxes, { creditCheck: "", shareWithDealership: "yes" }])
    expect(await send({ ...quebec, ...agreed, englishChosen: "" })).toMatchObject({
      ok: false,
      fieldErrors: [{ question: "englishChosen", code: "french_first" }],
    });
  // If nothing is agreed to, or in French only, no language has to be chosen.
  const none = { ...quebec, creditCheck: "", shareWithDealership: "", englishChosen: "" };
  expect(await send(none)).toMatchObject({ ok: true });
  const visitor = readVisitor({ context: makeContext({ locale: "fr", ipAddress: newAddress() }) });
  const french = whole({ ...quebec, ...boxes, englishChosen: "" });
  expect(await receivePost(handler, french, visitor)).toMatchObject({ ok: true });
  const chosen = await send({ ...quebec, ...boxes, englishChosen: "yes" });
  if (!chosen.ok) throw new Error(JSON.stringify(chosen));
  const { consents } = await stored(chosen.reference);
  const language = consents.find(({ purpose }) => purpose === "contract_language");
  expect(language?.text).toMatch(/^J’ai lu la version française/u);
});

/**
 * The date of birth of a person who becomes this many years old today, by the day of the province.
 */
function bornAgo(years: number, province: ProvinceCode): string {
  const [year = "", rest = ""] = today(provinceTimeZone(province)).split(/-(.*)/su);
  return `${Number(year) - years}-${rest === "02-29" ? "02-28" : rest}`;
}

test.each([
  ["AB", "T2P 1J9", 18, true],
  ["BC", "V6B 1A1", 18, false],
  ["BC", "V6B 1A1", 20, true],
  ["QC", "H2X 1Y4", 19, true],
  ["NS", "B3H 1A1", 18, false],
  ["PE", "C1A 1A1", 18, true],
] as const)(
  "in %s (%s) somebody of %i may sign: %s",
  async (province, postalCode, years, mayApply) => {
    const context = readContextFor("en", now());
    const input = {
      sender: { visitorHash: "", ipAddress: null, locale: "en", user: null },
      draft: null,
    } as const;
    const birthday = bornAgo(years, province);
    const read = (fields: Readonly<Record<string, string>>) =>
      handler.handle(whole({ province, postalCode, ...fields }), context, input);
    const refusal = { code: "under_credit_age", params: { age: 19 } };
    expect(await read({ dateOfBirth: birthday })).toMatchObject(
      mayApply
        ? { ok: true }
        : { ok: false, fieldErrors: [{ question: "dateOfBirth", ...refusal }] },
    );
    expect(await read({ coApplicantDateOfBirth: birthday })).toMatchObject(
      mayApply
        ? { ok: true }
        : { ok: false, fieldErrors: [{ question: "coApplicantDateOfBirth", ...refusal }] },
    );
  },
);

test("what answers refuse between them is told together with what is wrong with each", async () => {
  const sent = await send({
    province: "BC",
    postalCode: "H2X 1Y4",
    dateOfBirth: bornAgo(18, "BC"),
    employerName: "",
    coApplicantDateOfBirth: "",
  });
  expect(sent).toMatchObject({
    ok: false,
    fieldErrors: [
      { question: "postalCode", code: "postal_code_elsewhere" },
      { question: "employerName", code: "missing" },
      { question: "dateOfBirth", code: "under_credit_age" },
    ],
  });
});

test("a canary SIN and licence number are found in no row, export or ADF", async () => {
  const visitorHash = randomUUID();
  await changeDraft(visitorHash, form, (_draft, keep) => {
    const answers = { sinNumber: "193456787", licenseNumber: CANARY.licenseNumber };
    return keep({ answers, consents: [] });
  });
  await changeDraft("another", form, (_draft, keep) =>
    keep({ answers: { sinNumber: "193456787" }, consents: [] }),
  );
  const sent = await send({ shareWithDealership: "yes", creditCheck: "yes" }, visitorHash);
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  const { submission, lead } = await stored(sent.reference);
  const { answers } = parseStored(form, submission.answers);
  const adf = await handler.adf?.(submission.answers, lead, IN_ENGLISH);
  expect(adf).toMatchObject({ interest: "buy", customer: { lastName: lead.lastName } });
  expectNoCanary(JSON.stringify([sent, adf, toSpreadsheetFields(form, answers)]));
  expectNoCanary(await everyRow());
});

function expectNoCanary(text: string): void {
  for (const needle of NEEDLES) expect(text).not.toContain(needle);
}

/** Every row of every table as text, with bytes as hex and as the letters that they would be. */
async function everyRow(): Promise<string> {
  const tables = await db().execute<{ schema: string; name: string }>(sql`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  const texts: string[] = [];
  for (const { schema, name } of tables.rows) {
    const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
    const rows = await db().execute<{ row: string }>(
      sql`select row_to_json(each)::text as row from ${table} each`,
    );
    texts.push(...rows.rows.map(({ row }) => row));
  }
  const all = texts.join("\n");
  expect(all).toContain("credit_application");
  const letters = all.replace(/\\\\x([0-9a-f]+)/gu, (_whole, hex: string) =>
    Buffer.from(hex, "hex").toString("latin1"),
  );
  return `${all}\n${letters}`;
}
