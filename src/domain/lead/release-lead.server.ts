import { and, eq, inArray } from "drizzle-orm";
import {
  findDealership,
  findDealershipTaking,
  type MatchedDealership,
  matchDealership,
} from "#domain/dealership/dealership-queries.server.ts";
import { limitMailbox } from "#domain/notification/mailbox-limit.server.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { notify } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { findStandingShare } from "./consents.server.ts";
import { sendLeadToDealerships } from "./lead-messages.server.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";

/**
 * Sends a lead that was held back to a dealership, where its sender's consent to that stands: to the
 * one that the consent names, else to `preferred`, else to that of its region. Its sender is told
 * which it is. Answers the dealership that has it, or null.
 */
export async function releaseLead(
  transaction: Transaction,
  submissionId: string,
  preferred: string | null = null,
): Promise<MatchedDealership | null> {
  const [lead] = await transaction
    .select()
    .from(leadTable)
    .where(eq(leadTable.submissionId, submissionId))
    .for("no key update");
  const share = lead && (await findStandingShare(transaction, submissionId));
  if (!lead || !share) return null;
  if (lead.dealershipId) return findDealership(transaction, lead.dealershipId);
  const named = share.dealershipId ?? preferred;
  const dealership = named
    ? await findDealershipTaking(transaction, named, lead.kind)
    : await matchDealership(transaction, lead);
  if (!dealership) return null;
  await transaction
    .update(leadTable)
    .set({ dealershipId: dealership.id })
    .where(eq(leadTable.id, lead.id));
  await transaction
    .insert(leadEventTable)
    .values({ leadId: lead.id, kind: "routed", note: dealership.name, at: now() });
  await sendLeadToDealerships(transaction, lead, [dealership]);
  await tellSender(transaction, lead, dealership);
  return dealership;
}

/** Not where their confirmation has yet to go out, which names it. */
async function tellSender(
  transaction: Transaction,
  { id: leadId, email, locale }: typeof leadTable.$inferSelect,
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
