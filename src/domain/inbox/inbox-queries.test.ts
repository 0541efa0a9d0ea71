import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { documentRequestTable } from "#domain/document/document.table.ts";
import { inboundEmailTable } from "#domain/inbound-email/inbound-email.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { leadOutcomeTable, outcomeReasonTable } from "#domain/lead/outcome.table.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { storeLead, storeStaff } from "#domain/lead/lead.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { EVERY_LEAD, type InboxFilter, type InboxSort, readSearch } from "./inbox-filter.ts";
import { countAwaited, countLeads, LEADS_PER_PAGE, listLeads } from "./inbox-queries.server.ts";

useTestDatabase();

const FIRST_AT = Date.parse("2026-11-01T12:00:00Z");
const references = async (filter: Partial<InboxFilter>, sort: InboxSort = "newest") =>
  (await listLeads({ ...EVERY_LEAD, ...filter }, { sort, after: null })).leads.map(
    ({ reference }) => reference,
  );
const find = (typed: string) => references({ search: readSearch(typed) });
const change = (reference: string, columns: Partial<typeof leadTable.$inferInsert>) =>
  db().update(leadTable).set(columns).where(eq(leadTable.reference, reference));

let owner: string;

beforeAll(async () => {
  owner = await storeStaff("Olive");
  await storeLead({
    reference: "ETENNE23",
    firstName: "Étienne",
    lastName: "Côté-Lœuf",
    phone: "+14185550147",
    city: "Lévis",
    provinceCode: "QC",
    status: "contacted",
    kind: "sell_car",
    locale: "en",
    assignedToUserId: owner,
    dueAt: new Date(FIRST_AT + 3_600_000),
    answers: {
      vin: "1HGCM82633A004352",
      make: "Honda",
      note: "Le pare-choc est abîmé",
      ids: [{ listing: "0f0e0d0c-1111-4222-8333-444455556666" }],
    },
    sealedAnswers: Buffer.from("046454286"),
    source: "ad",
    campaign: "summer",
    receivedAt: new Date(FIRST_AT),
  });
  await storeLead({
    reference: "PRYA2345",
    firstName: "Priya",
    lastName: "Nair",
    email: "priya@example.com",
    phone: "+19055550188",
    city: "Mississauga",
    provinceCode: "ON",
    receivedAt: new Date(FIRST_AT + 1),
  });
});
describe("search", () => {
  test.each([
    ["etienne", ["ETENNE23"]],
    ["CÔTÉ loeuf", ["ETENNE23"]],
    ["levis", ["ETENNE23"]],
    ["cote-loeuf", ["ETENNE23"]],
    ["etienne mississauga", []],
    ["418 555-0147", ["ETENNE23"]],
    ["+1 (905) 555-0188", ["PRYA2345"]],
    ["555", ["PRYA2345", "ETENNE23"]],
    ["prya-2345", ["PRYA2345"]],
    ["priya@example", ["PRYA2345"]],
    ["%", ["PRYA2345", "ETENNE23"]],
    ["1hgcm826", ["ETENNE23"]],
    ["004352", ["ETENNE23"]],
    ["honda abime", ["ETENNE23"]],
    ["0f0e0d0c", []],
    ["046454286", []],
    ["tienne", []],
    ["'; drop table lead; --", []],
    ["\u0000", ["PRYA2345", "ETENNE23"]],
  ])("%j finds %j", async (typed, expected) => {
    expect(await find(typed)).toEqual(expected);
  });
});

test("shows the newest first, and one stage where asked", async () => {
  expect(await references({})).toEqual(["PRYA2345", "ETENNE23"]);
  expect(await references({ stage: "contacted" })).toEqual(["ETENNE23"]);
  expect(await references({ stage: "closed" })).toEqual([]);
});

test.each([
  [{ kind: "sell_car" }, ["ETENNE23"]],
  [{ province: "ON" }, ["PRYA2345"]],
  [{ language: "en" }, ["ETENNE23"]],
  [{ source: "ad" }, ["ETENNE23"]],
  [{ source: "none" }, ["PRYA2345"]],
  [{ campaign: "summer" }, ["ETENNE23"]],
  [{ campaign: "none" }, ["PRYA2345"]],
  [{ owner: "none" }, ["PRYA2345"]],
  [{ owner: "of-nobody" }, []],
  [{ dealership: "none" }, ["PRYA2345", "ETENNE23"]],
  [{ due: "overdue" }, ["ETENNE23"]],
  [{ due: "today" }, []],
  [{ due: "met" }, []],
  [{ due: "late" }, ["ETENNE23"]],
  [{ outcome: "won" }, []],
  [{ left: "new" }, []],
  [{ hasCar: true }, ["ETENNE23"]],
  [{ needsDocuments: true }, []],
  [{ from: "2026-11-01", to: "2026-11-01" }, ["PRYA2345", "ETENNE23"]],
  [{ from: "2026-11-02" }, []],
  [{ to: "2026-10-31" }, []],
  [{ kind: "sell_car", province: "ON" }, []],
] satisfies [Partial<InboxFilter>, string[]][])("%j leaves %j", async (filter, expected) => {
  expect(await references(filter)).toEqual(expected);
  expect((await countLeads({ ...EVERY_LEAD, ...filter })).all).toBe(expected.length);
});

test("shows whose they are", async () => {
  expect(await references({ owner })).toEqual(["ETENNE23"]);
});

test("counts the leads of each stage", async () => {
  expect(await countLeads(EVERY_LEAD)).toEqual({
    all: 2,
    new: 1,
    contacted: 1,
    documents: 0,
    lender: 0,
    approved: 0,
    delivered: 0,
    closed: 0,
  });
});

test("the search follows what changes: facts, answers and notes", async () => {
  const lead = await storeLead({ reference: "CHANGED2", firstName: "Ana" });
  await change("CHANGED2", { firstName: "Zoë", phone: "+16045550111" });
  expect(await find("zoe")).toEqual(["CHANGED2"]);
  expect(await find("604 555 0111")).toEqual(["CHANGED2"]);
  expect(await find("ana")).toEqual([]);
  await db()
    .update(submissionTable)
    .set({ answers: { message: "Prefers a heat pump" } })
    .where(eq(submissionTable.id, lead.submissionId));
  expect(await find("heat pump")).toEqual(["CHANGED2"]);
  const note = { leadId: lead.id, kind: "note", note: "Rappeler après 18 h" } as const;
  await db().insert(leadEventTable).values(note);
  expect(await find("rappeler apres zoe")).toEqual(["CHANGED2"]);
  const sent = { leadId: lead.id, kind: "mail_sent", note: "Votre Subaru est arrivée" } as const;
  await db().insert(leadEventTable).values(sent);
  expect(await find("subaru arrivee")).toEqual(["CHANGED2"]);
  const received = {
    messageId: "<1@example.org>",
    kind: "answer",
    fromAddress: "zoe@example.org",
    fromName: "Zoë Côté",
    subject: "Re: Votre Subaru",
    text: "Gardez-moi la banquette rouge",
    quoted: "la moquette",
    leftOut: [],
    receivedAt: new Date(FIRST_AT),
  } as const;
  await db().insert(inboundEmailTable).values(received);
  expect(await find("banquette")).toEqual([]);
  await db().update(inboundEmailTable).set({ leadId: lead.id });
  expect(await find("banquette zoe@example.org")).toEqual(["CHANGED2"]);
  expect(await find("moquette")).toEqual([]);
  await db().delete(leadTable).where(eq(leadTable.id, lead.id));
  expect(await find("zoe")).toEqual([]);
});

test("a lead has answered until staff answer in their turn", async () => {
  const { id: leadId } = await storeLead({ reference: "ANSWER23" });
  const hasAnswered = async () =>
    (await listLeads({ ...EVERY_LEAD, search: readSearch("ANSWER23") })).leads[0]?.hasAnswered;
  const happens = (kind: "mail_sent" | "mail_received" | "note" | "call_reached", minute: number) =>
    db()
      .insert(leadEventTable)
      .values({ leadId, kind, at: new Date(FIRST_AT + minute * 60_000) });
  await happens("mail_sent", 1);
  expect(await hasAnswered()).toBe(false);
  await happens("mail_received", 2);
  await happens("note", 3);
  expect(await hasAnswered()).toBe(true);
  await happens("call_reached", 4);
  expect(await hasAnswered()).toBe(false);
  await happens("mail_received", 5);
  expect(await hasAnswered()).toBe(true);
  await db().delete(leadTable).where(eq(leadTable.id, leadId));
});

test("the promise is kept by a first contact, and owed until then", async () => {
  expect(await references({}, "due")).toEqual(["ETENNE23"]);
  await change("ETENNE23", { firstContactAt: new Date(FIRST_AT) });
  expect(await references({ due: "overdue" })).toEqual([]);
  expect(await references({ due: "met" })).toEqual(["ETENNE23"]);
  await change("ETENNE23", { firstContactAt: null, dueAt: new Date("2099-01-01T00:00:00Z") });
  expect(await references({ due: "overdue" })).toEqual([]);
  expect(await references({}, "due")).toEqual(["ETENNE23"]);
});

test("made late counts as late, as does a promise that nobody has kept", async () => {
  await change("ETENNE23", { dueAt: new Date(FIRST_AT), firstContactAt: new Date(FIRST_AT + 1) });
  expect(await references({ due: "late" })).toEqual(["ETENNE23"]);
  expect(await references({ due: "met" })).toEqual([]);
});

test("finds leads by how they ended, until they are reopened, and by a stage that they left", async () => {
  const lead = await storeLead({ reference: "ENDED234" });
  const [reason] = await db()
    .insert(outcomeReasonTable)
    .values({ nameEn: "Kept the old car", nameFr: "Garde son auto" })
    .returning();
  const lost = { leadId: lead.id, result: "lost", reasonId: reason?.id, endedOn: "2026-11-02" };
  await db()
    .insert(leadOutcomeTable)
    .values({ ...lost, result: "lost" });
  const moved = { leadId: lead.id, kind: "status_changed", fromStatus: "lender" } as const;
  await db().insert(leadEventTable).values(moved);
  const filters = [{ outcome: "lost" }, { outcome: reason?.id ?? "" }, { left: "lender" }] as const;
  for (const filter of filters) expect(await references(filter)).toEqual(["ENDED234"]);
  expect(await references({ outcome: "won" })).toEqual([]);
  await db().update(leadOutcomeTable).set({ reopenedAt: new Date() });
  expect(await references({ outcome: "lost" })).toEqual([]);
  await db().delete(leadTable).where(eq(leadTable.id, lead.id));
});

test("needs documents until all have come, and the latest activity is first", async () => {
  const [lead] = await db().select().from(leadTable).where(eq(leadTable.reference, "ETENNE23"));
  if (!lead) throw new Error("The lead is missing.");
  const at = new Date("2099-01-01T00:00:00Z");
  await db()
    .insert(documentRequestTable)
    .values({
      submissionId: lead.submissionId,
      kinds: ["pay_stub"],
      requestedAt: at,
      expiresAt: at,
    });
  expect(await references({ needsDocuments: true })).toEqual(["ETENNE23"]);
  await db().insert(leadEventTable).values({ leadId: lead.id, kind: "documents_requested", at });
  expect((await references({}, "active"))[0]).toBe("ETENNE23");
  expect(await countAwaited(EVERY_LEAD)).toBe(0);
});

test.each(["newest", "active"] as const)("pages by %s through all leads once", async (sort) => {
  await db().delete(leadTable);
  const sameInstant = new Date(FIRST_AT + 10);
  const stored: string[] = [];
  for (let lead = 0; lead < LEADS_PER_PAGE * 2; lead += 1) {
    stored.push((await storeLead({ receivedAt: sameInstant })).reference);
  }
  const seen: string[] = [];
  let olderThan: string | null = null;
  for (;;) {
    const page = await listLeads(EVERY_LEAD, { sort, after: olderThan });
    seen.push(...page.leads.map(({ reference }) => reference));
    if (!page.hasOlder) break;
    olderThan = seen.at(-1) ?? null;
  }
  expect(seen).toEqual(stored.toReversed());
});
