import { and, eq, inArray } from "drizzle-orm";
import {
  findDealership,
  findDealershipTaking,
  type MatchedDealership,
  matchDealership,
  type RoutedDealership,
} from "#domain/dealership/dealership-queries.server.ts";
import { limitMailbox } from "#domain/notification/mailbox-limit.server.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { notify } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Queryable, Transaction } from "#platform/database/database.server.ts";
import { findActiveShare } from "./consents.server.ts";
import { listEndedHandovers, openHandover } from "./handover.server.ts";
import { sendLeadToDealerships } from "./lead-messages.server.ts";
import type { LeadEventKind } from "./lead.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";
import { findAwaited, isMatchedKind, isPassedOnByStaff } from "./passing-on.server.ts";

type Lead = typeof leadTable.$inferSelect;

type Release = {
  /** The dealership that gets it if the consent names none. */
  preferred?: string | null;
  /**
   * The member of staff who passes it on; without one it waits for that, if the site's setting says
   * so.
   */
  byUserId?: string | null;
};

/**
 * Sends a lead that was held back to a dealership, if its sender's consent to that is in effect: to
 * the one that the consent names, else to `preferred`, else to that of its region. Its sender is
 * told which one. Returns the dealership that has it, or that gets it once staff pass it on;
 * otherwise null.
 */
export async function releaseLead(
  transaction: Transaction,
  submissionId: string,
  { preferred = null, byUserId = null }: Release = {},
): Promise<MatchedDealership | null> {
  const [lead] = await transaction
    .select()
    .from(leadTable)
    .where(eq(leadTable.submissionId, submissionId))
    .for("no key update");
  if (!lead) return null;
  if (lead.dealershipId) {
    const isShared = (await findActiveShare(transaction, submissionId)) !== null;
    return isShared ? findDealership(transaction, lead.dealershipId) : null;
  }
  const dealership = await findRecipient(transaction, lead, preferred);
  if (!dealership) return null;
  if (!byUserId && (await isPassedOnByStaff(transaction, lead))) {
    if ((await findAwaited(transaction, lead)) === null)
      await appendHistory(transaction, lead.id, "pass_on_awaited", dealership, null);
    return dealership;
  }
  await transaction
    .update(leadTable)
    .set({ dealershipId: dealership.id })
    .where(eq(leadTable.id, lead.id));
  await appendHistory(
    transaction,
    lead.id,
    byUserId ? "passed_on" : "routed",
    dealership,
    byUserId,
  );
  await openHandover(transaction, lead, dealership.id);
  await sendLeadToDealerships(transaction, lead, [dealership]);
  await notifySender(transaction, lead, dealership);
  return dealership;
}

/**
 * The dealership that a lead may go to now; null if its sender agreed to none, or if none takes it.
 */
async function findRecipient(
  queryable: Queryable,
  lead: Lead,
  preferred: string | null = null,
): Promise<RoutedDealership | null> {
  const share = await findActiveShare(queryable, lead.submissionId);
  if (!share) return null;
  // Whoever gave it up does not get it again, and who agreed to "one dealership" agreed to no second.
  const ended = await listEndedHandovers(queryable, lead.id);
  const named = share.dealershipId ?? preferred;
  if (named)
    return ended.includes(named) ? null : findDealershipTaking(queryable, named, lead.kind);
  return ended.length > 0 ? null : matchDealership(queryable, lead);
}

/**
 * The dealership that staff may pass a lead on to; null if it is already with one, or may go to
 * none.
 */
export async function findPassOn(
  queryable: Queryable,
  lead: Lead,
): Promise<MatchedDealership | null> {
  if (lead.dealershipId || !isMatchedKind(lead.kind)) return null;
  return findRecipient(queryable, lead);
}

async function appendHistory(
  transaction: Transaction,
  leadId: string,
  kind: LeadEventKind,
  { name: note, reason: route }: RoutedDealership,
  byUserId: string | null,
): Promise<void> {
  await transaction
    .insert(leadEventTable)
    .values({ leadId, kind, note, route, byUserId, at: now() });
}

/** Sends nothing if their confirmation, which names the dealership, is not sent yet. */
async function notifySender(
  transaction: Transaction,
  { id: leadId, email, locale }: Lead,
  { id: dealershipId }: MatchedDealership,
): Promise<void> {
  const confirmation = and(
    eq(messageTable.leadId, leadId),
    eq(messageTable.event, "lead_confirmation"),
    inArray(messageTable.state, ["waiting", "failed"]),
  );
  if ((await transaction.$count(messageTable, confirmation)) > 0) return;
  if (!email || !(await limitMailbox(email, transaction)).ok) return;
  const key = `lead_shared:${leadId}:${dealershipId}`;
  await notify(transaction, { event: "lead_shared", key, to: email, locale, leadId, dealershipId });
}
