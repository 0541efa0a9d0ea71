import { dealershipsThatReach } from "#domain/dealership/dealership.server.ts";
import type { LeadPlace } from "#domain/dealership/dealership.ts";
import { queueDeliveries } from "#domain/lead/delivery/delivery.server.ts";
import type { LeadKind } from "#domain/lead/lead-kind.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { tellDealership } from "./offer-mail.server.ts";
import { invitationTable } from "./purchase-offer.table.ts";

/** Beside the dealership that the lead itself went to. */
const MOST_OTHERS = 2;

/**
 * Asks the lead's own dealership and up to two more that reach the place what they would pay. The
 * first has the lead already; each of the others gets it as a delivery of its own. The caller has
 * made sure that the person agreed to it.
 */
export async function inviteDealerships(
  transaction: Transaction,
  request: {
    leadId: string;
    kind: LeadKind;
    place: LeadPlace;
    /** The dealership that the lead was routed to; null where none takes it. */
    exceptDealershipId: string | null;
  },
): Promise<void> {
  const { leadId, kind, place, exceptDealershipId } = request;
  const reaching = await dealershipsThatReach(transaction, { ...place, kind });
  const others = reaching.filter(({ id }) => id !== exceptDealershipId).slice(0, MOST_OTHERS);
  const invited = [
    ...(exceptDealershipId ? [exceptDealershipId] : []),
    ...others.map(({ id }) => id),
  ];
  if (invited.length === 0) return;
  await transaction
    .insert(invitationTable)
    .values(invited.map((dealershipId) => ({ leadId, dealershipId })))
    .onConflictDoNothing();
  await queueDeliveries(
    transaction,
    leadId,
    others.map(({ id, leadEmail }) => ({
      channel: "adf_email",
      target: leadEmail,
      dealershipId: id,
    })),
  );
  for (const dealershipId of invited) {
    await tellDealership(transaction, "invited", { leadId, dealershipId, offerId: null });
  }
}
