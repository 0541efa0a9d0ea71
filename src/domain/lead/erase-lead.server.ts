import { and, eq, inArray, sql } from "drizzle-orm";
import { findDealership } from "#domain/dealership/dealership-queries.server.ts";
import { limitMailbox } from "#domain/notification/mailbox-limit.server.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { notify } from "#domain/notification/notify.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { deleteLeads, shredSealedAnswers } from "./lead-retention.server.ts";
import { listTargetsWithLead, notifyTargetsOfEnd } from "./lead-targets.server.ts";
import { leadTable } from "./lead.table.ts";
import { submissionTable } from "./submission.table.ts";

type Lead = typeof leadTable.$inferSelect;

export type ErasedLead = {
  /** The number of dealerships that had received it and were told to delete it. */
  notifiedDealerships: number;
  /** It has a row in the spreadsheet, where only a person can delete it. */
  isOnSpreadsheet: boolean;
};

/**
 * Deletes a request at once, as retention would after its months: answers, consents, history,
 * messages. Everybody who received it is told to delete it as well, and its sender is told that it
 * is gone. The caller has locked it, checked whose it is, and ended what depends on it
 * (`withdrawLead`).
 */
export async function eraseLead(
  transaction: Transaction,
  lead: Lead,
  { isSenderNotified }: { isSenderNotified: boolean },
): Promise<ErasedLead> {
  const { id, reference, locale, submissionId } = lead;
  const sent = await transaction
    .selectDistinct({ event: messageTable.event, dealershipId: messageTable.dealershipId })
    .from(messageTable)
    .where(
      and(
        eq(messageTable.leadId, id),
        inArray(messageTable.event, ["lead_adf", "offer_invited", "lead_spreadsheet"]),
        eq(messageTable.state, "sent"),
      ),
    );
  const targets = await listTargetsWithLead(transaction, id);
  const received = [...new Set(sent.flatMap(({ dealershipId }) => dealershipId ?? []))];
  await shredSealedAnswers(transaction, submissionId);
  await deleteLeads(transaction, sql`id = ${id}`);
  await transaction.delete(submissionTable).where(eq(submissionTable.id, submissionId));
  await notifyTargetsOfEnd(transaction, targets, { reference, locale });
  for (const dealershipId of received) {
    const dealership = await findDealership(transaction, dealershipId);
    if (!dealership) continue;
    const params = { reference };
    const to = dealership.leadEmail;
    await notify(transaction, { event: "lead_erased", to, locale, dealershipId, params });
  }
  const notifiedDealerships = received.length;
  const { email } = lead;
  if (isSenderNotified && email && (await limitMailbox(email, transaction)).ok) {
    const params = { reference, isTold: notifiedDealerships > 0 };
    await notify(transaction, { event: "request_erased", to: email, locale, params });
  }
  return {
    notifiedDealerships,
    isOnSpreadsheet: sent.some((each) => each.event === "lead_spreadsheet"),
  };
}
