import { and, asc, desc, eq } from "drizzle-orm";
import { recordAudit } from "#domain/audit/record-audit.server.ts";
import type { SenderWay } from "#domain/lead/lead-link.server.ts";
import type { leadTable } from "#domain/lead/lead.table.ts";
import { now, today } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import type { Locale } from "#values/locale.ts";
import { type EraseResult, eraseRequest, withdrawRequest } from "./end-request.server.ts";
import { findDueDay, type PrivacyAct } from "./privacy-request.ts";
import { privacyRequestTable } from "./privacy-request.table.ts";

// What the sender of a request does about it without staff: on the page of their private link, or
// signed in to the account that sent it. The caller has checked that.

/** The person who proved to be the sender of a request. */
export type Sender = { way: SenderWay; userId: string | null; locale: Locale };

type Lead = typeof leadTable.$inferSelect;

/** Asks staff for a correction: it is shown on the lead's page with the day by which we answer. */
export async function requestCorrection(
  lead: Lead,
  { way, locale }: Sender,
  reason: string,
): Promise<void> {
  const receivedOn = today();
  await db().transaction(async (transaction) => {
    const [stored] = await transaction
      .insert(privacyRequestTable)
      .values({
        kind: "correction",
        receivedOn,
        dueOn: findDueDay(receivedOn),
        name: `${lead.firstName} ${lead.lastName}`.trim(),
        email: lead.email,
        phone: lead.phone,
        locale,
        reference: lead.reference,
        identityWay: way,
        reason,
      })
      .returning({ id: privacyRequestTable.id });
    if (!stored) throw new Error("A correction was not stored.");
    const on = { kind: "privacy_request", id: stored.id } as const;
    await recordAudit(transaction, { action: "privacy_request_received", on });
  });
}

/** The corrections asked for on a request, the oldest first. */
export function listCorrections(reference: string) {
  const { id, receivedOn, dueOn, reason, state, outcome, settledAt } = privacyRequestTable;
  return db()
    .select({ id, receivedOn, dueOn, reason, state, outcome, settledAt })
    .from(privacyRequestTable)
    .where(isCorrectionOf(reference))
    .orderBy(asc(receivedOn), asc(id));
}

/** Withdraws the sender's own request, and stores that this was asked and done. */
export function withdrawOwnRequest({ reference }: Lead, sender: Sender) {
  const reached = [`lead:${reference}`];
  const act = { act: "withdrawn", reached, kept: [], byHand: [] } as const;
  return withdrawRequest(reference, sender, (transaction) =>
    storeCompletedAct(transaction, { kind: "withdrawal", reference, sender, act, state: "done" }),
  );
}

/**
 * Deletes the sender's own request. Afterwards only its reference, the day, and whether somebody
 * still has to do something by hand are stored.
 */
export function eraseOwnRequest({ reference }: Lead, sender: Sender): Promise<EraseResult> {
  return eraseRequest(reference, sender, {
    async inSameTransaction(transaction, erased) {
      const { hold } = erased;
      const what = `lead:${reference}`;
      const act = {
        act: "erased",
        reached: hold ? [] : [what],
        kept: hold ? [{ what, why: hold.code, until: hold.until }] : [],
        byHand: erased.hold === null && erased.isOnSpreadsheet ? [reference] : [],
      } as const;
      if (!hold) await deleteCorrections(transaction, reference);
      const state = act.byHand.length > 0 ? "open" : "done";
      await storeCompletedAct(transaction, { kind: "erasure", reference, sender, act, state });
    },
  });
}

/** Corrections of a deleted request are deleted with it. */
export async function deleteCorrections(transaction: Transaction, reference: string) {
  await transaction.delete(privacyRequestTable).where(isCorrectionOf(reference));
}

function isCorrectionOf(reference: string) {
  return and(
    eq(privacyRequestTable.reference, reference),
    eq(privacyRequestTable.kind, "correction"),
  );
}

async function storeCompletedAct(
  transaction: Transaction,
  done: {
    kind: "withdrawal" | "erasure";
    reference: string;
    sender: Sender;
    act: Omit<PrivacyAct, "at">;
    state: "open" | "done";
  },
): Promise<void> {
  const { kind, reference, sender, act, state } = done;
  const receivedOn = today();
  await transaction.insert(privacyRequestTable).values({
    kind,
    receivedOn,
    dueOn: findDueDay(receivedOn),
    locale: sender.locale,
    reference,
    identityWay: sender.way,
    acts: [{ ...act, at: now().toISOString() }],
    state,
    settledAt: state === "done" ? now() : null,
  });
}

/** When a request was deleted for its sender; null if it was not. */
export async function findErasure(reference: string): Promise<{ receivedOn: string } | null> {
  const [found] = await db()
    .select({ receivedOn: privacyRequestTable.receivedOn })
    .from(privacyRequestTable)
    .where(
      and(eq(privacyRequestTable.reference, reference), eq(privacyRequestTable.kind, "erasure")),
    )
    .orderBy(desc(privacyRequestTable.id))
    .limit(1);
  return found ?? null;
}
