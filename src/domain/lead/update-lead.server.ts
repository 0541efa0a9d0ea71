import { eq } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { type Owner, recordStaffChange } from "#domain/staff-change/record-staff-change.server.ts";
import type { StaffMember } from "#domain/staff-change/staff-change.ts";
import type { LeadStatus } from "./lead.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";
import { endOutcomeIfReopened } from "./reopen-lead.server.ts";
import { findRequestStatus } from "./request-status.ts";
import { submissionTable } from "./submission.table.ts";

export type LeadUpdate = {
  reference: string;
  /** The member of staff who makes the change. */
  by: StaffMember;
  /** The stage that the page showed when the person decided. */
  seenStatus: LeadStatus;
  status: LeadStatus;
  /** As `leadNoteForm` reads it; may be empty. */
  note: string;
};

export type LeadUpdateResult =
  | { ok: true }
  | {
      ok: false;
      code:
        | "not_found"
        | "nothing_to_save"
        /** Somebody else moved the lead to another stage after the page was shown. */
        | "changed_meanwhile";
    };

/** Adds the messages that modules above leads owe for a move, in the transaction of the move. */
export type WhenMoved = (transaction: Transaction, leadId: string) => Promise<void>;

/**
 * Moves a lead to a stage, writes a note, or both as one event. Undo is another move back: both
 * moves stay in the lead's history.
 */
export async function updateLead(
  update: LeadUpdate,
  whenMoved?: WhenMoved,
): Promise<LeadUpdateResult> {
  const { note } = update;
  const wantsMove = update.status !== update.seenStatus;
  if (!wantsMove && note === "") return { ok: false, code: "nothing_to_save" };

  return db().transaction(async (transaction) => {
    const [lead] = await transaction
      .select()
      .from(leadTable)
      .where(eq(leadTable.reference, update.reference))
      .for("update");
    if (!lead) return { ok: false, code: "not_found" };
    const moves = wantsMove && lead.status !== update.status;
    if (moves && lead.status !== update.seenStatus) return { ok: false, code: "changed_meanwhile" };
    // A second click on the same stage finds it already reached: nothing is left to do.
    if (!moves && note === "") return { ok: true };
    if (moves) await moveLead(transaction, lead, update, whenMoved);
    else
      await transaction
        .insert(leadEventTable)
        .values({ leadId: lead.id, kind: "note", note, byUserId: update.by.id, at: now() });
    return { ok: true };
  });
}

type LeadMove = Pick<LeadUpdate, "by" | "status" | "note">;

/** Moves a lead, which the caller has locked, to another stage than its own. */
export async function moveLead(
  transaction: Transaction,
  lead: typeof leadTable.$inferSelect,
  move: LeadMove,
  whenMoved?: WhenMoved,
): Promise<void> {
  const { by, status, note } = move;
  await transaction.update(leadTable).set({ status }).where(eq(leadTable.id, lead.id));
  await endOutcomeIfReopened(transaction, { leadId: lead.id, from: lead.status, to: status });
  await transaction.insert(leadEventTable).values({
    leadId: lead.id,
    kind: "status_changed",
    fromStatus: lead.status,
    toStatus: status,
    note: note || null,
    byUserId: by.id,
    at: now(),
  });
  await whenMoved?.(transaction, lead.id);
  await recordMove(transaction, lead, move);
}

/**
 * The sender is notified if the move changes the request's status in their words: two stages of
 * staff's may be the same status. The mail has no name in it: the address may not be confirmed.
 */
async function recordMove(
  transaction: Transaction,
  lead: typeof leadTable.$inferSelect,
  { by, status }: LeadMove,
): Promise<void> {
  const { id: leadId, kind, reference, email, locale } = lead;
  const [sent] = await transaction
    .select({ userId: submissionTable.userId })
    .from(submissionTable)
    .where(eq(submissionTable.id, lead.submissionId));
  const describe = (stage: LeadStatus) =>
    findRequestStatus({ kind, status: stage, isWithdrawn: false });
  const [before, after] = [describe(lead.status), describe(status)];
  const owner: Owner = {
    userId: sent?.userId ?? null,
    email,
    name: null,
    locale,
    thingName: reference,
    leadId,
  };
  await recordStaffChange(transaction, {
    kind: "request_moved",
    by,
    thingId: reference,
    before: { stage: lead.status, requestStatus: before },
    after: { stage: status, requestStatus: after },
    owners: before === after ? [] : [owner],
  });
}
