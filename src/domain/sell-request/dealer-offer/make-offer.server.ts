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

/** Who of which dealership; the caller has read both from the session and the database. */
export type OfferMaker = { userId: string; dealershipId: string };

type OfferTerms = { amountCad: number; validUntil: string; conditions: string };

export type OfferRefusal =
  /** No such request, or this dealership was not asked: both look the same from outside. */
  | "not_found"
  /** The seller accepted an offer already. */
  | "already_accepted"
  /** The car is held for, or sold to, somebody else. */
  | "car_taken"
  /** The seller wants no offers (any more). */
  | "not_wanted"
  /** The dealership's offer is another one than the page showed. */
  | "changed_meanwhile"
  /** It makes no offer, and does not say why. */
  | "reason_missing";

export type OfferResult = { ok: true } | { ok: false; code: OfferRefusal };

/**
 * Makes an offer, in the place of the dealership's earlier one where there is one. `seenOfferId` is
 * the offer that the page showed as the dealership's own, so that no two colleagues cross.
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
      // The id comes from the form: one that is taken elsewhere is nobody's offer here.
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

/** Says that the dealership makes no offer on a car, and why. One that it made is withdrawn instead. */
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

/** The same post again, and not other terms under an id that was used before. */
function isRepeat(made: Offer, { dealershipId }: OfferMaker, terms: OfferTerms): boolean {
  return (
    made.dealershipId === dealershipId &&
    made.amountCad === terms.amountCad &&
    made.validUntil === terms.validUntil &&
    made.conditions === terms.conditions
  );
}

/** Takes the dealership's offer back, also after the person stopped sharing the request. One that was accepted stays. */
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
    // Who declined it, or sold the car, waits for no news of it. A car that is held may be free again.
    if (offer.state === "open" || offer.state === "on_hold") {
      const about = { leadId: lead.id, dealershipId: maker.dealershipId, offerId };
      await notifySeller(transaction, "offer_withdrawn", about);
    }
    await appendHistory(transaction, "offer_withdrawn", maker, lead, offer.amountCad);
    return { ok: true };
  });
}

/** A dealership's offer by its id; an offer of another is none. */
export function findOwnOffer(
  offers: readonly Offer[],
  { dealershipId }: OfferMaker,
  offerId: string,
): Offer | undefined {
  return offers.find((offer) => offer.id === offerId && offer.dealershipId === dealershipId);
}

/** A dealership's newest offer in any state; null where it was withdrawn or none was made. */
export function findCurrentOffer(offers: readonly Offer[], dealershipId: string): Offer | null {
  const own = offers.filter((offer) => offer.dealershipId === dealershipId);
  const newest = own.find(({ state }) => state !== "replaced" && state !== "withdrawn");
  return newest ?? null;
}

/** Why nobody can make an offer on this request now, or null where they can. */
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

/** Locks a request that the dealership was asked about. */
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
