import { and, eq, isNull, notInArray, sql } from "drizzle-orm";
import { userTable } from "#domain/identity/identity.table.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { WORKING_ROLES } from "./assign-by-rule.server.ts";
import { isDone } from "./assignment.ts";
import { leadTable } from "./lead.table.ts";
import type { LeadStatus } from "./lead.ts";
import { leadOutcomeTable } from "./outcome.table.ts";

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

/** Its outcome stays in its history, and counts no longer. */
export async function endOutcome(transaction: Transaction, leadId: string): Promise<void> {
  await transaction
    .update(leadOutcomeTable)
    .set({ reopenedAt: now() })
    .where(and(eq(leadOutcomeTable.leadId, leadId), isNull(leadOutcomeTable.reopenedAt)));
}
