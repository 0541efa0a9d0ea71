import { eq } from "drizzle-orm";
import type { GivenConsent } from "#domain/lead/consent.ts";
import { recordConsents, withdrawShare } from "#domain/lead/consents.server.ts";
import { matchDealership } from "#domain/dealership/dealership-queries.server.ts";
import { passLeadOn, passLeadOnAgain } from "#domain/lead/lead-messages.server.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { isLocale } from "#values/locale.ts";
import type { Seller } from "./answer-offer.server.ts";
import { inviteDealerships } from "./invite-dealerships.server.ts";
import { invitationTable } from "./purchase-offer.table.ts";
import { lockRequest, type SaleLead, writeEvent } from "./sale-request.server.ts";

/**
 * Passes a request on that stayed with us until now, with the consent that allows it. Where
 * dealerships were asked before, it goes to those that never got it, because the consent was taken
 * back first; nothing is sent twice.
 */
export async function shareRequest(
  transaction: Transaction,
  lead: SaleLead,
  consent: GivenConsent,
): Promise<void> {
  await recordConsents(transaction, lead.submissionId, [consent]);
  const invited = await transaction
    .select({ dealershipId: invitationTable.dealershipId })
    .from(invitationTable)
    .where(eq(invitationTable.leadId, lead.id))
    .limit(1);
  if (invited.length > 0) return passLeadOnAgain(transaction, lead.id);
  const locale = isLocale(lead.locale) ? lead.locale : "en";
  const own = await matchDealership(transaction, lead);
  if (own) {
    await transaction
      .update(leadTable)
      .set({ dealershipId: own.id })
      .where(eq(leadTable.id, lead.id));
    await writeEvent(transaction, {
      leadId: lead.id,
      kind: "routed",
      note: own.name,
      byUserId: null,
    });
    await passLeadOn(transaction, { id: lead.id, locale }, [own]);
  }
  await inviteDealerships(transaction, {
    leadId: lead.id,
    locale,
    kind: "sell_car",
    place: lead,
    exceptDealershipId: own?.id ?? null,
  });
}

/** The person takes the consent back: from now on no dealership sees the request. */
export async function stopSharing(seller: Seller): Promise<void> {
  await db().transaction(async (transaction) => {
    const lead = await lockRequest(transaction, seller.reference);
    if (!lead) return;
    await withdrawShare(transaction, lead.submissionId, { byUserId: seller.userId });
  });
}
