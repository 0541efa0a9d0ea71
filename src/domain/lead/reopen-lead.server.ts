import { and, desc, eq, isNull, notInArray, sql } from "drizzle-orm";
import { userTable } from "#domain/identity/identity.table.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { WORKING_ROLES } from "./assign-by-rule.server.ts";
import { isDone } from "./assignment.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";
import type { LeadStatus } from "./lead.ts";
import { leadOutcomeTable } from "./outcome.table.ts";
import { isWithdrawn } from "./withdraw-lead.server.ts";

/**
 * What a move of a lead between two stages ends: once work on a finished lead begins again, its
 * outcome no longer counts, and a former colleague no longer has it. The caller has locked the lead.
 */
export async function endOutcomeIfReopened(
  transaction: Transaction,
  { leadId, from, to }: { leadId: string; from: LeadStatus; to: LeadStatus },
): Promise<void> {
  if (!isDone(from) || isDone(to)) return;
  await endOutcome(transaction, leadId);
  const former = transaction
    .select({ id: userTable.id })
    .from(userTable)
    .where(notInArray(userTable.role, WORKING_ROLES));
  await transaction
    .update(leadTable)
    .set({ assignedToUserId: null })
    .where(and(eq(leadTable.id, leadId), sql`${leadTable.assignedToUserId} in ${former}`));
}

/**
 * An answer to a closed lead reopens it at the stage before, and no second lead is made. One that
 * was delivered stays so: thanks are no reason to take a sale back. Nor is a request that its
 * sender withdrew begun again by a mail. The caller has locked the lead.
 */
export async function reopenByAnswer(
  transaction: Transaction,
  lead: typeof leadTable.$inferSelect,
): Promise<void> {
  if (lead.status !== "closed" || (await isWithdrawn(transaction, lead.id))) return;
  const [closing] = await transaction
    .select({ from: leadEventTable.fromStatus })
    .from(leadEventTable)
    .where(and(eq(leadEventTable.leadId, lead.id), eq(leadEventTable.toStatus, "closed")))
    .orderBy(desc(leadEventTable.at), desc(leadEventTable.id))
    .limit(1);
  const to = closing?.from && !isDone(closing.from) ? closing.from : "contacted";
  await transaction.update(leadTable).set({ status: to }).where(eq(leadTable.id, lead.id));
  await endOutcomeIfReopened(transaction, { leadId: lead.id, from: lead.status, to });
  await transaction.insert(leadEventTable).values({
    leadId: lead.id,
    kind: "status_changed",
    fromStatus: lead.status,
    toStatus: to,
    at: now(),
  });
}

/** Its outcome stays in its history, and counts no longer. */
export async function endOutcome(transaction: Transaction, leadId: string): Promise<void> {
  await transaction
    .update(leadOutcomeTable)
    .set({ reopenedAt: now() })
    .where(and(eq(leadOutcomeTable.leadId, leadId), isNull(leadOutcomeTable.reopenedAt)));
}
