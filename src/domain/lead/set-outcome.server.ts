import { desc, eq } from "drizzle-orm";
import { userTable } from "#domain/identity/identity.table.ts";
import type { StaffMember } from "#domain/staff-change/staff-change.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { isDone } from "./assignment.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";
import { leadOutcomeTable, outcomeReasonTable } from "./outcome.table.ts";
import type { NewOutcome } from "./outcome.ts";
import { endOutcome } from "./reopen-lead.server.ts";
import { notifyInbox } from "./notify-inbox.server.ts";
import { moveLead, type WhenMoved } from "./update-lead.server.ts";

export type OutcomeToRecord = {
  reference: string;
  by: StaffMember;
  outcome: NewOutcome;
  /** As the form reads it; may be empty. */
  note: string;
};

/**
 * Records how a lead ended, and moves it: a won one to "delivered" unless it is already finished, a
 * lost one to "closed". An earlier outcome stays in its history. False if there is no such lead.
 */
export async function setOutcome(
  { reference, by, outcome, note }: OutcomeToRecord,
  whenMoved?: WhenMoved,
): Promise<boolean> {
  return db().transaction(async (transaction) => {
    const [lead] = await transaction
      .select()
      .from(leadTable)
      .where(eq(leadTable.reference, reference))
      .for("update");
    if (!lead) return false;
    await endOutcome(transaction, lead.id);
    const at = now();
    await transaction
      .insert(leadOutcomeTable)
      .values({ ...outcome, leadId: lead.id, byUserId: by.id, at });
    await transaction.insert(leadEventTable).values({
      leadId: lead.id,
      kind: outcome.result,
      note: note || null,
      byUserId: by.id,
      at,
    });
    const won = isDone(lead.status) ? lead.status : "delivered";
    const status = outcome.result === "won" ? won : "closed";
    if (status !== lead.status)
      await moveLead(transaction, lead, { by, status, note: "" }, whenMoved);
    await notifyInbox(transaction);
    return true;
  });
}

/** The outcomes of a lead, newest first; the first one counts if it was not reopened. */
export function listOutcomes(leadId: string) {
  return db()
    .select({
      id: leadOutcomeTable.id,
      result: leadOutcomeTable.result,
      soldValueCad: leadOutcomeTable.soldValueCad,
      lender: leadOutcomeTable.lender,
      endedOn: leadOutcomeTable.endedOn,
      reasonEn: outcomeReasonTable.nameEn,
      reasonFr: outcomeReasonTable.nameFr,
      byName: userTable.name,
      at: leadOutcomeTable.at,
      reopenedAt: leadOutcomeTable.reopenedAt,
    })
    .from(leadOutcomeTable)
    .leftJoin(outcomeReasonTable, eq(outcomeReasonTable.id, leadOutcomeTable.reasonId))
    .leftJoin(userTable, eq(userTable.id, leadOutcomeTable.byUserId))
    .where(eq(leadOutcomeTable.leadId, leadId))
    .orderBy(desc(leadOutcomeTable.at), desc(leadOutcomeTable.id));
}
