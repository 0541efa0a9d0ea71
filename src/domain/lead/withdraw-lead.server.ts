import { and, eq, inArray, isNull } from "drizzle-orm";
import { findDealership } from "#domain/dealership/dealership-queries.server.ts";
import { limitMailbox } from "#domain/notification/mailbox-limit.server.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { notify } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { consentTable } from "./consent.table.ts";
import { withdrawShare } from "./consents.server.ts";
import { shredSealedAnswers } from "./lead-retention.server.ts";
import { listTargetsWithLead, notifyTargetsOfEnd } from "./lead-targets.server.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";

type Lead = typeof leadTable.$inferSelect;

/** The consents that a request depends on. Marketing is separate, and is withdrawn by itself. */
const RESTS_ON = ["share_with_dealership", "credit_check", "contact_about_request"] as const;

/**
 * Withdraws a request for its sender: withdraws every consent that it depends on, destroys the
 * sealed answers, cancels what a dealership had yet to receive, and tells a dealership that has it
 * to delete it; a mail tells the sender all that. The caller has checked whose it is, says what
 * else ends with it, and has locked what other transactions lock before a lead. A repeat changes
 * nothing.
 */
export async function withdrawLead(
  transaction: Transaction,
  reference: string,
  { byUserId, isErasing = false }: WithdrawnBy,
  alsoEnd: (lead: Pick<Lead, "id" | "submissionId">) => Promise<void>,
): Promise<void> {
  const [lead] = await transaction
    .select()
    .from(leadTable)
    .where(eq(leadTable.reference, reference))
    .for("no key update");
  if (!lead || (await isWithdrawn(transaction, lead.id))) return;
  await withdrawShare(transaction, lead.submissionId, { byUserId });
  const at = now();
  await transaction
    .update(consentTable)
    .set({ withdrawnAt: at })
    .where(
      and(
        eq(consentTable.submissionId, lead.submissionId),
        inArray(consentTable.purpose, RESTS_ON),
        isNull(consentTable.withdrawnAt),
      ),
    );
  await transaction.update(leadTable).set({ status: "closed" }).where(eq(leadTable.id, lead.id));
  await transaction.insert(leadEventTable).values({
    byUserId,
    leadId: lead.id,
    at,
    kind: "application_withdrawn",
    fromStatus: lead.status,
    toStatus: "closed",
  });
  await alsoEnd(lead);
  const wasSealed = await shredSealedAnswers(transaction, lead.submissionId);
  if (isErasing) return;
  const isTold = await notifyDealerships(transaction, lead);
  await notifySender(transaction, lead, { wasSealed, isTold });
}

/**
 * `isErasing`: the whole request is deleted in the same transaction, which notifies of that
 * instead.
 */
export type WithdrawnBy = { byUserId: string | null; isErasing?: boolean };

/** Notifies each dealership that the lead was sent to. Returns whether there is one. */
async function notifyDealerships(
  transaction: Transaction,
  { id: leadId, locale, reference }: Lead,
): Promise<boolean> {
  let isTold = false;
  const targets = await listTargetsWithLead(transaction, leadId);
  await notifyTargetsOfEnd(transaction, targets, { reference, locale, leadId });
  const sent = await transaction
    .select({ dealershipId: messageTable.dealershipId })
    .from(messageTable)
    .where(
      and(
        eq(messageTable.leadId, leadId),
        eq(messageTable.event, "lead_adf"),
        eq(messageTable.state, "sent"),
      ),
    );
  for (const { dealershipId } of sent) {
    const dealership = dealershipId && (await findDealership(transaction, dealershipId));
    if (!dealership) continue;
    await notify(transaction, {
      event: "lead_withdrawn",
      key: `lead_withdrawn:${leadId}:${dealership.id}`,
      to: dealership.leadEmail,
      locale,
      leadId,
      dealershipId: dealership.id,
    });
    isTold = true;
  }
  return isTold;
}

/** Without a name: the address may not be confirmed. */
async function notifySender(
  transaction: Transaction,
  { id: leadId, reference, email: to, locale }: Lead,
  done: { wasSealed: boolean; isTold: boolean },
): Promise<void> {
  if (!to || !(await limitMailbox(to, transaction)).ok) return;
  const params = { reference, ...done };
  await notify(transaction, { event: "withdrawal_confirmed", to, locale, leadId, params });
}

/** Whether its sender withdrew it. */
export async function isWithdrawn(
  queryable: Pick<Transaction, "$count">,
  leadId: string,
): Promise<boolean> {
  const withdrawals = and(
    eq(leadEventTable.leadId, leadId),
    eq(leadEventTable.kind, "application_withdrawn"),
  );
  return (await queryable.$count(leadEventTable, withdrawals)) > 0;
}
