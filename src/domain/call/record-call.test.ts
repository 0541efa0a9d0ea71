import { asc, desc, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { storeLead, storeStaff } from "#domain/lead/lead.fixture.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { CALL_OUTCOMES } from "./call.ts";
import { recordCall, undoCall } from "./record-call.server.ts";

useTestDatabase();

let byUserId: string;
beforeAll(async () => {
  byUserId = await storeStaff("Camille Roy");
});

test.each(CALL_OUTCOMES)("a call that ended in %s is in the history", async (outcome) => {
  const { id, reference } = await storeLead();
  expect(await recordCall(reference, { outcome, note: "After 5 p.m.", byUserId })).toBe(true);
  const [event] = await db()
    .select()
    .from(leadEventTable)
    .where(eq(leadEventTable.leadId, id))
    .orderBy(desc(leadEventTable.id))
    .limit(1);
  expect(event).toMatchObject({ kind: `call_${outcome}`, note: "After 5 p.m.", byUserId });
  const [lead] = await db().select().from(leadTable).where(eq(leadTable.id, id));
  expect(lead?.firstContactBy).toBe(outcome === "reached" ? "call" : null);
});

test("a lead that is gone takes no call", async () => {
  const call = { outcome: "reached", note: "", byUserId } as const;
  expect(await recordCall("AAAAAAAA", call)).toBe(false);
});

test("a call that was noted by mistake is taken back, with the first contact", async () => {
  const { id, reference } = await storeLead();
  const reach = () => recordCall(reference, { outcome: "reached", note: "", byUserId });
  const readFirst = async () => {
    const [lead] = await db().select().from(leadTable).where(eq(leadTable.id, id));
    return [lead?.firstContactBy, lead?.firstContactAt];
  };
  expect(await undoCall(reference, byUserId)).toBe(false);
  await reach();
  const [, first] = await readFirst();
  await reach();
  expect(await undoCall(reference, byUserId)).toBe(true);
  expect(await readFirst()).toEqual(["call", first]);
  // A mail in between is the first contact once the call before it is taken back.
  const mailedAt = new Date(Date.now() + 1_000);
  await db().insert(leadEventTable).values({ leadId: id, kind: "mail_sent", at: mailedAt });
  expect(await undoCall(reference, byUserId)).toBe(true);
  expect(await readFirst()).toEqual(["mail", mailedAt]);
  expect(await undoCall(reference, byUserId)).toBe(false);
  const events = await db()
    .select()
    .from(leadEventTable)
    .where(eq(leadEventTable.leadId, id))
    .orderBy(asc(leadEventTable.id));
  expect(events.map(({ kind }) => kind).filter((kind) => kind.startsWith("call_"))).toEqual([
    "call_reached",
    "call_reached",
    "call_taken_back",
    "call_taken_back",
  ]);
});

test("without another contact, the lead waits for its first one again", async () => {
  const { id, reference } = await storeLead();
  await recordCall(reference, { outcome: "reached", note: "", byUserId });
  expect(await undoCall(reference, byUserId)).toBe(true);
  const [lead] = await db().select().from(leadTable).where(eq(leadTable.id, id));
  expect(lead).toMatchObject({ firstContactBy: null, firstContactAt: null });
});
