import { eq } from "drizzle-orm";
import type { GivenConsent } from "#backoffice/consent/consent.ts";
import { recordConsents } from "#backoffice/consent/consent.server.ts";
import { matchDealership } from "#backoffice/dealership/dealership.server.ts";
import { queueDeliveries } from "#backoffice/delivery/delivery.server.ts";
import { leadTable } from "#backoffice/lead/lead.table.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { inviteDealerships } from "./invite-dealerships.server.ts";
import { invitationTable } from "./purchase-offer.table.ts";
import { type SaleLead, writeEvent } from "./sale-request.server.ts";

/**
 * Passes a request on that stayed with us until now, with the consent that allows it. Where it went
 * out before, the consent is written down and nothing is sent twice.
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
  if (invited.length > 0) return;
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
    await queueDeliveries(transaction, lead.id, [
      { channel: "adf_email", target: own.leadEmail, dealershipId: own.id },
    ]);
  }
  await inviteDealerships(transaction, {
    leadId: lead.id,
    kind: "sell_car",
    place: lead,
    exceptDealershipId: own?.id ?? null,
  });
}
