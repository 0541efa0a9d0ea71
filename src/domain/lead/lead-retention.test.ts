import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { submissionTable } from "./submission.table.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { storeLead } from "./lead.fixture.ts";
import { oldLeads, oldSealedAnswers, oldSubmissions } from "./lead-retention.server.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";

useTestDatabase();

const NOW = new Date("2026-11-21T12:00:00Z");
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 60 * 60_000);

/** In the order in which the job runs them. */
async function forgetOldLeads() {
  for (const expired of [oldSealedAnswers, oldLeads, oldSubmissions]) await expired.end(NOW);
}

/** A lead of that day, with sealed answers, decided on another day or not at all. */
async function makeLead(receivedDaysAgo: number, decidedDaysAgo?: number) {
  const receivedAt = daysAgo(receivedDaysAgo);
  const lead = await storeLead({ receivedAt, sealedAnswers: Buffer.from("sealed") });
  await db()
    .update(submissionTable)
    .set({ submittedAt: receivedAt })
    .where(eq(submissionTable.id, lead.submissionId));
  if (decidedDaysAgo !== undefined) {
    const at = daysAgo(decidedDaysAgo);
    const decided = {
      leadId: lead.id,
      kind: "status_changed",
      toStatus: "approved",
      at,
    } as const;
    await db().insert(leadEventTable).values(decided);
  }
  return lead.submissionId;
}

async function findFate(submissionId: string): Promise<"whole" | "unsealed" | "gone"> {
  const [row] = await db()
    .select({ sealed: submissionTable.sealedAnswers })
    .from(submissionTable)
    .where(eq(submissionTable.id, submissionId));
  if (!row) return "gone";
  return row.sealed ? "whole" : "unsealed";
}

test.each<[string, [received: number, decided?: number], "whole" | "unsealed" | "gone"]>([
  ["a lead of today", [0], "whole"],
  ["one that waits since 179 days", [179], "whole"],
  ["one that waits since 181 days", [181], "unsealed"],
  ["one decided 89 days ago", [120, 89], "whole"],
  ["one decided 91 days ago", [120, 91], "unsealed"],
  ["one of 23 months", [700], "unsealed"],
  ["one of 25 months", [762], "gone"],
])("%s", async (_name, [received, decided], expected) => {
  const submissionId = await makeLead(received, decided);
  await forgetOldLeads();
  expect(await findFate(submissionId)).toBe(expected);
});

test("what was sealed for a request that its sender withdrew goes without waiting", async () => {
  const submissionId = await makeLead(1);
  const [lead] = await db()
    .select()
    .from(leadTable)
    .where(eq(leadTable.submissionId, submissionId));
  await db()
    .insert(leadEventTable)
    .values({ leadId: lead?.id ?? "", kind: "application_withdrawn", at: NOW });
  await forgetOldLeads();
  expect(await findFate(submissionId)).toBe("unsealed");
});

test("nothing of a forgotten lead is left behind", async () => {
  await makeLead(800);
  await forgetOldLeads();
  const old = await db()
    .select()
    .from(leadTable)
    .where(sql`${leadTable.receivedAt} < ${daysAgo(740).toISOString()}::timestamptz`);
  expect(old).toEqual([]);
});
