import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { storeDealership } from "#domain/sell-request/dealer-offer/dealer-offer.fixture.ts";
import { consentTable } from "./consent.table.ts";
import { recordConsents } from "./consents.server.ts";
import { findDealerLead, listDealerLeads } from "./dealer-leads.server.ts";
import { storeLead } from "./lead.fixture.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";
import { findPassOn } from "./release-lead.server.ts";
import { deliveryTargetTable } from "#domain/delivery-target/delivery-target.table.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { type NewMessage, notify } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { makeRowId } from "#platform/database/columns.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { LEAD_KINDS } from "#values/lead-kind.ts";
import { handoverTable } from "./handover.table.ts";
import {
  acceptLead,
  addDealerNote,
  listHandoverEvents,
  openHandover,
  passLead,
  recordLeadResult,
  takeBackUnanswered,
} from "./handover.server.ts";

useTestDatabase();

let lakeshore: Awaited<ReturnType<typeof storeDealership>>;
let queen: Awaited<ReturnType<typeof storeDealership>>;
beforeAll(async () => {
  lakeshore = await storeDealership("Lakeshore Lane");
  queen = await storeDealership("Queen Street");
});

let lead: Awaited<ReturnType<typeof storeLead>>;
beforeEach(async () => {
  lead = await storeLead({ dealershipId: lakeshore.dealershipId });
  await recordConsents(db(), lead.submissionId, [
    {
      purpose: "share_with_dealership",
      text: "I agree.",
      textVersion: 1,
      locale: "fr",
      channel: "web:test",
      dealershipId: lakeshore.dealershipId,
      givenAt: now(),
    },
  ]);
  await db().transaction((transaction) => openHandover(transaction, lead, lakeshore.dealershipId));
});

const press = (at = lakeshore) => ({
  reference: lead.reference,
  dealershipId: at.dealershipId,
  byUserId: at.person.id,
});
const PASS = { reason: "no_car", note: "Sold it this morning." } as const;
const find = (at = lakeshore) => findDealerLead(at.dealershipId, lead.reference);
const listed = async () =>
  (await listDealerLeads(lakeshore.dealershipId)).find(
    ({ reference }) => reference === lead.reference,
  );
const readLead = async () =>
  (await db().select().from(leadTable).where(eq(leadTable.id, lead.id)))[0];
const listKinds = async () =>
  (
    await db()
      .select({ kind: leadEventTable.kind })
      .from(leadEventTable)
      .where(eq(leadEventTable.leadId, lead.id))
      .orderBy(leadEventTable.id)
  ).map(({ kind }) => kind);

test("a lead waits at its dealership, and at no other", async () => {
  expect(await listed()).toMatchObject({ state: "shared", step: "waiting" });
  expect(await find(queen)).toBeNull();
  expect(await acceptLead(press(queen))).toEqual({ ok: false, code: "not_found" });
});

test("two accept it at once: one of them does", async () => {
  const results = await Promise.all([acceptLead(press()), acceptLead(press())]);
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await listKinds()).toEqual(["received", "dealer_accepted"]);
  expect(await listed()).toMatchObject({ step: "accepted" });
});

test("one accepts while another passes: the second is told, or takes it back from the first", async () => {
  await Promise.all([acceptLead(press()), passLead(press(), PASS)]);
  expect(await listed()).toMatchObject({ state: "over", why: "passed" });
  expect(await acceptLead(press())).toEqual({ ok: false, code: "not_found" });
});

test("passed on, it leaves the desk, goes to nobody without being agreed to, and staff know why", async () => {
  expect(await passLead(press(), PASS)).toEqual({ ok: true });
  expect(await find()).toBeNull();
  const left = await readLead();
  expect(left?.dealershipId).toBeNull();
  expect(left && (await findPassOn(db(), left))).toBeNull();
  expect(await listKinds()).toEqual(["received", "dealer_passed"]);
});

describe("once accepted", () => {
  beforeEach(() => acceptLead(press()));

  test.each([
    ["reached", null, "accepted"],
    ["appointment", null, "accepted"],
    ["sold", 21_900, "done"],
    ["lost", null, "done"],
    ["bad_number", null, "done"],
    ["duplicate", null, "done"],
  ] as const)("%s is recorded", async (outcome, soldValueCad, step) => {
    const result = { outcome, soldValueCad, note: "Twice." };
    expect(await recordLeadResult(press(), result)).toEqual({ ok: true });
    expect(await listed()).toMatchObject({ step, outcome });
    expect((await find())?.handover).toMatchObject({ outcome, soldValueCad });
  });

  test("notes are in what the dealership did, and those of an earlier one are not", async () => {
    await addDealerNote(press(), "Prefers evenings.");
    const handover = (await find())?.handover;
    const events = handover ? await listHandoverEvents(handover) : [];
    expect(events.map(({ kind, note }) => [kind, note])).toEqual([
      ["dealer_accepted", null],
      ["dealer_note", "Prefers evenings."],
    ]);
    await passLead(press(), PASS);
    await db()
      .update(leadTable)
      .set({ dealershipId: queen.dealershipId })
      .where(eq(leadTable.id, lead.id));
    await db().transaction((transaction) => openHandover(transaction, lead, queen.dealershipId));
    const next = (await find(queen))?.handover;
    expect(next && (await listHandoverEvents(next))).toEqual([]);
  });
});

describe("the time to answer", () => {
  const expire = () =>
    db()
      .update(handoverTable)
      .set({ answerBy: new Date(now().getTime() - 60_000) })
      .where(eq(handoverTable.leadId, lead.id));

  test("is set for a dealership with somebody who may answer, and takes the lead back", async () => {
    expect(await listed()).toMatchObject({ answerBy: expect.any(Date) });
    await takeBackUnanswered();
    expect(await listed()).toMatchObject({ step: "waiting" });
    await expire();
    await takeBackUnanswered();
    await takeBackUnanswered();
    expect(await listed()).toMatchObject({ state: "over", why: "timed_out" });
    expect((await readLead())?.dealershipId).toBeNull();
    expect(await listKinds()).toEqual(["received", "dealer_timed_out"]);
    expect(await acceptLead(press())).toEqual({ ok: false, code: "not_found" });
  });

  test("ends with the answer", async () => {
    await acceptLead(press());
    await expire();
    await takeBackUnanswered();
    expect(await listed()).toMatchObject({ step: "accepted" });
  });
});

test("a result or a note needs an accepted lead", async () => {
  const result = { outcome: "reached", soldValueCad: null, note: "" } as const;
  expect(await recordLeadResult(press(), result)).toEqual({ ok: false, code: "answered" });
  expect(await addDealerNote(press(), "Hm.")).toEqual({ ok: false, code: "answered" });
});

test("withdrawn by its sender, nothing of it is left to read", async () => {
  await db()
    .update(consentTable)
    .set({ withdrawnAt: now() })
    .where(eq(consentTable.submissionId, lead.submissionId));
  expect(await find()).toBeNull();
});

test("what is passed on is taken from the dealership's own systems too", async () => {
  const targetId = makeRowId();
  await db()
    .insert(deliveryTargetTable)
    .values({
      id: targetId,
      dealershipId: lakeshore.dealershipId,
      name: "Our CRM",
      kind: "webhook",
      shownAddress: "crm.example.com",
      leadKinds: [...LEAD_KINDS],
      sealedSettings: Buffer.from("x"),
    });
  const owe = (key: string): NewMessage => ({
    event: "lead_target",
    key,
    to: "crm.example.com",
    locale: "en",
    leadId: lead.id,
    dealershipId: lakeshore.dealershipId,
    targetId,
  });
  await db().transaction((transaction) => notify(transaction, owe("sent"), owe("waiting")));
  await db().update(messageTable).set({ state: "sent" }).where(eq(messageTable.key, "sent"));
  await passLead(press(), PASS);
  const messages = await db()
    .select({ event: messageTable.event, state: messageTable.state })
    .from(messageTable)
    .where(eq(messageTable.targetId, targetId))
    .orderBy(messageTable.event, messageTable.state);
  expect(messages).toMatchObject([
    { event: "lead_target", state: "sent" },
    { event: "lead_target", state: "withdrawn" },
    { event: "lead_target_ended", state: "waiting" },
  ]);
});
