import { eq, inArray } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import type { LeadEventKind, LeadStatus } from "./lead.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";
import { notifyInbox } from "./notify-inbox.server.ts";
import { endOutcomeIfReopened } from "./reopen-lead.server.ts";

/** An event that moves leads automatically, and the stage that it moves them to. */
type Happening = {
  kind: LeadEventKind;
  note: string;
  to: LeadStatus;
  /** Leads at these stages are not moved: staff have got further with them. */
  except?: readonly LeadStatus[];
  byUserId: string | null;
};

/**
 * Moves the leads of submissions because something happened to what they are about, in the
 * transaction of that event, and records the event. A submission without a lead is skipped.
 */
export async function moveLeads(
  transaction: Transaction,
  submissionIds: readonly string[],
  { kind, note, to, except = [], byUserId }: Happening,
): Promise<void> {
  if (submissionIds.length === 0) return;
  const leads = await transaction
    .select({ id: leadTable.id, status: leadTable.status })
    .from(leadTable)
    .where(inArray(leadTable.submissionId, [...submissionIds]))
    .orderBy(leadTable.id)
    .for("no key update");
  for (const { id: leadId, status } of leads) {
    const moves = status !== to && !except.includes(status);
    if (moves) {
      await transaction.update(leadTable).set({ status: to }).where(eq(leadTable.id, leadId));
      await endOutcomeIfReopened(transaction, { leadId, from: status, to });
    }
    await transaction.insert(leadEventTable).values({
      leadId,
      kind,
      note,
      byUserId,
      at: now(),
      ...(moves && { fromStatus: status, toStatus: to }),
    });
  }
  await notifyInbox(transaction);
}
