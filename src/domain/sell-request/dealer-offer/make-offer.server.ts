import { and, eq } from "drizzle-orm";
import { findDealership } from "#domain/dealership/dealership-queries.server.ts";
import { mayBeShared } from "#domain/lead/consents.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { formatCad } from "#values/money.ts";
import { notifySeller } from "./offer-messages.server.ts";
import { type Offer, listOffers } from "./offers.server.ts";
import { isDeclineReason } from "./dealer-offer.ts";
import {
  dealerOfferTable,
  invitationDeclineTable,
  invitationTable,
  offerWithdrawalTable,
} from "./dealer-offer.table.ts";
import {
  findChoice,
  lockRequest,
  type SellRequestLead,
  writeEvent,
} from "./sell-request-lead.server.ts";

/** The member and their dealership; the caller has read both from the session and the database. */
export type OfferMaker = { userId: string; dealershipId: string };

type OfferTerms = { amountCad: number; validUntil: string; conditions: string };

export type OfferRefusal =
  /** There is no such request, or this dealership was not invited: both give the same response. */
  | "not_found"
  /** The seller has already accepted an offer. */
  | "already_accepted"
  /** The car is held for, or sold to, somebody else. */
  | "car_taken"
  /** The seller does not want offers (any more). */
  | "not_wanted"
  /** The dealership's current offer is not the one that the page showed. */
  | "changed_meanwhile"
  /** The dealership passes without a reason. */
  | "reason_missing";

export type OfferResult = { ok: true } | { ok: false; code: OfferRefusal };

/**
 * Makes an offer, which replaces the dealership's earlier one if there is one. `seenOfferId` is the
 * dealership's offer that the page showed, so that two colleagues do not replace each other's
 * offers unseen.
 */
export async function makeOffer(
  maker: OfferMaker,
  reference: string,
  offer: OfferTerms & { id: string; seenOfferId: string | null },
): Promise<OfferResult> {
  return withRequest(maker, reference, async (transaction, lead) => {
    const offers = await listOffers(transaction, lead.id);
    const sameId = offers.find(({ id }) => id === offer.id);
    if (sameId) return isRepeat(sameId, maker, offer) ? { ok: true } : changedMeanwhile;
    const refusal = await findOfferRefusal(transaction, lead, offers);
    if (refusal) return { ok: false, code: refusal };
    const current = findCurrentOffer(offers, maker.dealershipId);
    if ((current?.id ?? null) !== offer.seenOfferId) return changedMeanwhile;
    const { id, amountCad, validUntil, conditions } = offer;
    const made = await transaction
      .insert(dealerOfferTable)
      .values({
        id,
        leadId: lead.id,
        dealershipId: maker.dealershipId,
        amountCad,
        validUntil,
        conditions,
        replacesId: current?.id ?? null,
        madeByUserId: maker.userId,
        madeAt: now(),
      })
      // The id comes from the form: if another row has it, no offer is made.
      .onConflictDoNothing()
      .returning({ id: dealerOfferTable.id });
    if (made.length === 0) return changedMeanwhile;
    await transaction.delete(invitationDeclineTable).where(isDeclineOf(maker, lead.id));
    const about = { leadId: lead.id, dealershipId: maker.dealershipId, offerId: id };
    await notifySeller(transaction, "offer_made", about);
    await appendHistory(transaction, "offer_made", maker, lead, amountCad);
    return { ok: true };
  });
}

function isDeclineOf({ dealershipId }: OfferMaker, leadId: string) {
  const decline = invitationDeclineTable;
  return and(eq(decline.leadId, leadId), eq(decline.dealershipId, dealershipId));
}

/** Records that the dealership passes, and why. An offer that it made must be withdrawn instead. */
export async function declineInvitation(
  maker: OfferMaker,
  reference: string,
  reason: string,
): Promise<OfferResult> {
  if (!isDeclineReason(reason)) return { ok: false, code: "reason_missing" };
  return withRequest(maker, reference, async (transaction, lead) => {
    const offers = await listOffers(transaction, lead.id);
    const current = findCurrentOffer(offers, maker.dealershipId);
    if (current?.state === "accepted") return { ok: false, code: "already_accepted" };
    if (current?.state === "open") return changedMeanwhile;
    const declined = await transaction
      .insert(invitationDeclineTable)
      .values({
        leadId: lead.id,
        dealershipId: maker.dealershipId,
        reason,
        byUserId: maker.userId,
        at: now(),
      })
      .onConflictDoNothing()
      .returning({ leadId: invitationDeclineTable.leadId });
    if (declined.length === 0) return { ok: true };
    const dealership = await findDealership(transaction, maker.dealershipId);
    await writeEvent(transaction, {
      leadId: lead.id,
      kind: "invitation_declined",
      note: dealership?.name ?? "",
      byUserId: maker.userId,
    });
    return { ok: true };
  });
}

export const changedMeanwhile: OfferResult = { ok: false, code: "changed_meanwhile" };

/** The same post again, and not other terms with an id that was used before. */
function isRepeat(made: Offer, { dealershipId }: OfferMaker, terms: OfferTerms): boolean {
  return (
    made.dealershipId === dealershipId &&
    made.amountCad === terms.amountCad &&
    made.validUntil === terms.validUntil &&
    made.conditions === terms.conditions
  );
}

/**
 * Withdraws the dealership's offer, also after the person stopped sharing the request. An accepted
 * offer cannot be withdrawn here.
 */
export async function withdrawOffer(
  maker: OfferMaker,
  reference: string,
  offerId: string,
): Promise<OfferResult> {
  return withRequest(maker, reference, async (transaction, lead) => {
    const offers = await listOffers(transaction, lead.id);
    const offer = findOwnOffer(offers, maker, offerId);
    if (!offer) return { ok: false, code: "not_found" };
    if (offer.state === "withdrawn") return { ok: true };
    if (offer.state === "accepted") return { ok: false, code: "already_accepted" };
    if (offer.state === "replaced") return changedMeanwhile;
    await transaction.insert(offerWithdrawalTable).values({ offerId, byUserId: maker.userId });
    // The seller is not notified if they declined it or sold the car. They are if the car is on
    // hold, because it may become free again.
    if (offer.state === "open" || offer.state === "on_hold") {
      const about = { leadId: lead.id, dealershipId: maker.dealershipId, offerId };
      await notifySeller(transaction, "offer_withdrawn", about);
    }
    await appendHistory(transaction, "offer_withdrawn", maker, lead, offer.amountCad);
    return { ok: true };
  });
}

/** A dealership's offer by its id; undefined if it belongs to another dealership. */
export function findOwnOffer(
  offers: readonly Offer[],
  { dealershipId }: OfferMaker,
  offerId: string,
): Offer | undefined {
  return offers.find((offer) => offer.id === offerId && offer.dealershipId === dealershipId);
}

/** A dealership's newest offer in any state; null if it was withdrawn or none was made. */
export function findCurrentOffer(offers: readonly Offer[], dealershipId: string): Offer | null {
  const own = offers.filter((offer) => offer.dealershipId === dealershipId);
  const newest = own.find(({ state }) => state !== "replaced" && state !== "withdrawn");
  return newest ?? null;
}

/** Why nobody can make an offer for this request now; null if they can. */
export async function findOfferRefusal(
  transaction: Transaction,
  lead: Pick<SellRequestLead, "id" | "submissionId" | "car">,
  offers: readonly Offer[],
): Promise<"already_accepted" | "car_taken" | "not_wanted" | null> {
  if (offers.some(({ state }) => state === "accepted")) return "already_accepted";
  if (lead.car.state !== "available") return "car_taken";
  if ((await findChoice(transaction, lead.id)) === "own_listing") return "not_wanted";
  return (await mayBeShared(transaction, lead.submissionId)) ? null : "not_wanted";
}

/** Locks a request that the dealership was invited to. */
export async function withRequest(
  { dealershipId }: OfferMaker,
  reference: string,
  work: (transaction: Transaction, lead: SellRequestLead) => Promise<OfferResult>,
): Promise<OfferResult> {
  return db().transaction(async (transaction) => {
    const lead = await lockRequest(transaction, reference);
    if (!lead || !(await isInvited(transaction, lead.id, dealershipId)))
      return { ok: false, code: "not_found" };
    return work(transaction, lead);
  });
}

async function isInvited(transaction: Transaction, leadId: string, dealershipId: string) {
  const { leadId: lead, dealershipId: dealership } = invitationTable;
  const found = await transaction
    .select({ lead })
    .from(invitationTable)
    .where(and(eq(lead, leadId), eq(dealership, dealershipId)));
  return found.length > 0;
}

async function appendHistory(
  transaction: Transaction,
  kind: "offer_made" | "offer_withdrawn",
  maker: OfferMaker,
  lead: SellRequestLead,
  amountCad: number,
): Promise<void> {
  const note = formatCad(amountCad, "en");
  await writeEvent(transaction, { leadId: lead.id, kind, note, byUserId: maker.userId });
}
