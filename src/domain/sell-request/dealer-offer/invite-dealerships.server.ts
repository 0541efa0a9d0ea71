import { listDealershipsThatReach } from "#domain/dealership/dealership-queries.server.ts";
import type { Location } from "#domain/dealership/dealership.ts";
import { sendLeadToDealerships } from "#domain/lead/lead-messages.server.ts";
import type { LeadKind } from "#values/lead-kind.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { notifyInvited } from "./offer-messages.server.ts";
import type { Locale } from "#values/locale.ts";
import { invitationTable } from "./dealer-offer.table.ts";

/** In addition to the dealership that the lead itself was routed to. */
const MOST_OTHERS = 2;

/**
 * Invites the lead's own dealership, and up to two more that serve the location, to make an offer.
 * The first has the lead already; the others get it as a message. The caller must have made sure
 * that the person agreed to it.
 */
export async function inviteDealerships(
  transaction: Transaction,
  request: {
    leadId: string;
    locale: Locale;
    kind: LeadKind;
    location: Location;
    /** The dealership that the lead was routed to; null if there is none. */
    exceptDealershipId: string | null;
  },
): Promise<void> {
  const { leadId, locale, kind, location, exceptDealershipId } = request;
  const reaching = await listDealershipsThatReach(transaction, { ...location, kind });
  const others = reaching.filter(({ id }) => id !== exceptDealershipId).slice(0, MOST_OTHERS);
  const invited = [
    ...(exceptDealershipId ? [exceptDealershipId] : []),
    ...others.map(({ id }) => id),
  ];
  if (invited.length === 0) return;
  await transaction
    .insert(invitationTable)
    .values(invited.map((dealershipId) => ({ leadId, dealershipId, invitedAt: now() })))
    .onConflictDoNothing();
  await sendLeadToDealerships(transaction, { id: leadId, locale }, others);
  for (const dealershipId of invited) {
    await notifyInvited(transaction, { leadId, dealershipId });
  }
}
