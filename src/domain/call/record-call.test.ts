import { desc, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { storeLead, storeStaff } from "#domain/lead/lead.fixture.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { CALL_OUTCOMES } from "./call.ts";
import { recordCall } from "./record-call.server.ts";

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
