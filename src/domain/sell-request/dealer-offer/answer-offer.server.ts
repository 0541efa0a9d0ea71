import { and, eq, isNull } from "drizzle-orm";
import { moveCarAlong } from "#domain/bid/follow-car.server.ts";
import type { DealSide } from "#domain/deal/deal-state.ts";
import { moveLeads } from "#domain/lead/move-leads.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { formatCad } from "#values/money.ts";
import { whileOffersFollow } from "./follow-offers.server.ts";
import { notifyDealership } from "./offer-messages.server.ts";
import { type Offer, listOffers } from "./offers.server.ts";
import {
  findAgreedAmount,
  type OfferDecision,
  type OfferState,
  type SellerWay,
} from "./dealer-offer.ts";
import { offerDecisionTable } from "./dealer-offer.table.ts";
import { lockRequest, type SellRequestLead, writeEvent } from "./sell-request-lead.server.ts";
import type { Agreement } from "#domain/deal/update-deal.server.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { isProvince } from "#values/province.ts";
import { readOfferedCar } from "./offered-car.ts";

/**
 * The seller of a request, verified by the caller: how they proved it, and their account, if signed
 * in.
 */
export type Seller = { reference: string; way: SellerWay; userId: string | null };

/** Why an offer could not be answered: its state by now, or that the request has no such offer. */
export type AnswerRefusal = "not_found" | "too_late" | "no_counter" | Exclude<OfferState, "open">;

export type AnswerResult = { ok: true } | { ok: false; code: AnswerRefusal };

/** Accepts an offer: the car is held for its dealership, and nobody else can buy it. */
export async function acceptOffer(seller: Seller, offerId: string): Promise<AnswerResult> {
  return withOffer<AnswerRefusal>(seller, offerId, async (transaction, lead, offer) => {
    // False if it was accepted at the seller's counter-offer, which the dealership has just
    // accepted.
    const isAtOffer = findAgreedAmount(offer) === offer.amountCad;
    if (offer.state === "accepted" && isAtOffer) return { ok: true };
    if (offer.state !== "open") return { ok: false, code: offer.state };
    const { userId: byUserId } = seller;
    await takeOffer(transaction, seller, lead, offer, { bySide: "seller", byUserId });
    await moveToAgreed(transaction, lead, {
      kind: "offer_accepted",
      note: describeOffer(offer),
      byUserId,
    });
    return { ok: true };
  });
}

/**
 * Accepts an offer for the seller, with all that follows: for other offers and bids, and the car's
 * listings.
 */
export async function takeOffer(
  transaction: Transaction,
  seller: Omit<Seller, "reference">,
  lead: SellRequestLead,
  offer: Offer,
  /** Who accepted last: the seller (the offer), or the dealership (the seller's counter-offer). */
  agreed: { bySide: DealSide; byUserId: string | null },
): Promise<void> {
  await whileOffersFollow(transaction, lead.car, async () => {
    await decide(transaction, "accepted", seller, lead, offer);
    await moveCarAlong(transaction, {
      car: lead.car,
      move: "hold",
      taker: { way: "dealer_offer", id: offer.id },
      agreement: await readOfferAgreement(transaction, lead, offer, agreed),
      fromListingId: null,
      byUserId: seller.userId,
    });
  });
}

/** The seller calls off an accepted offer before the car changes hands: it is for sale again. */
export async function callOffOffer(seller: Seller, offerId: string): Promise<AnswerResult> {
  return withOffer<AnswerRefusal>(seller, offerId, async (transaction, lead, offer) => {
    if (offer.state !== "accepted")
      return offer.state === "open" ? { ok: true } : { ok: false, code: offer.state };
    if (lead.car.state === "sold") return { ok: false, code: "too_late" };
    await whileOffersFollow(transaction, lead.car, () =>
      moveCarAlong(transaction, {
        car: lead.car,
        move: "free",
        taker: null,
        agreement: null,
        fromListingId: null,
        byUserId: seller.userId,
      }),
    );
    return { ok: true };
  });
}

/** Declines an offer. This can be undone while the offer would otherwise be open. */
export async function declineOffer(seller: Seller, offerId: string): Promise<AnswerResult> {
  return withOffer<AnswerRefusal>(seller, offerId, async (transaction, lead, offer) => {
    if (offer.state === "declined") return { ok: true };
    if (offer.state !== "open") return { ok: false, code: offer.state };
    await decide(transaction, "declined", seller, lead, offer);
    await appendHistory(transaction, "offer_declined", seller, lead, offer);
    return { ok: true };
  });
}

/** Opens a declined offer again. */
export async function undoDecline(seller: Seller, offerId: string): Promise<AnswerResult> {
  return withOffer<AnswerRefusal>(seller, offerId, async (transaction, lead, offer) => {
    if (offer.state === "open") return { ok: true };
    if (!offer.canUndoDecline)
      return { ok: false, code: offer.state === "declined" ? "expired" : offer.state };
    await transaction
      .update(offerDecisionTable)
      .set({ undoneAt: now() })
      .where(and(eq(offerDecisionTable.offerId, offer.id), isNull(offerDecisionTable.undoneAt)));
    await notifyDealership(transaction, "offer_reopened", pickIds(lead, offer));
    await appendHistory(transaction, "offer_reopened", seller, lead, offer);
    return { ok: true };
  });
}

/** Stores the seller's answer, and notifies the dealership. */
export async function decide(
  transaction: Transaction,
  kind: OfferDecision,
  seller: Omit<Seller, "reference">,
  lead: SellRequestLead,
  offer: Offer,
): Promise<void> {
  await writeDecision(transaction, kind, seller, lead, offer);
  await notifyDealership(transaction, `offer_${kind}`, pickIds(lead, offer));
}

export async function writeDecision(
  transaction: Transaction,
  kind: OfferDecision,
  seller: Omit<Seller, "reference">,
  lead: SellRequestLead,
  offer: Offer,
): Promise<void> {
  await transaction.insert(offerDecisionTable).values({
    offerId: offer.id,
    leadId: lead.id,
    kind,
    byUserId: seller.userId,
    way: seller.way,
    at: now(),
  });
}

/**
 * Moves the lead on: a price is agreed, so nobody has to find one. A lead that staff closed stays
 * closed.
 */
export async function moveToAgreed(
  transaction: Transaction,
  lead: SellRequestLead,
  event: {
    kind: "offer_accepted" | "offer_counter_accepted";
    note: string;
    byUserId: string | null;
  },
): Promise<void> {
  await moveLeads(transaction, [lead.submissionId], {
    ...event,
    to: "approved",
    except: ["delivered", "closed"],
  });
}

export function describeOffer(
  { dealershipName, amountCad }: Offer,
  priceCad: number = amountCad,
): string {
  return `${dealershipName}, ${formatCad(priceCad, "en")}`;
}

export function pickIds(lead: SellRequestLead, offer: Offer) {
  return { leadId: lead.id, dealershipId: offer.dealershipId, offerId: offer.id };
}

async function appendHistory(
  transaction: Transaction,
  kind: "offer_declined" | "offer_reopened",
  seller: Seller,
  lead: SellRequestLead,
  offer: Offer,
): Promise<void> {
  const note = describeOffer(offer);
  await writeEvent(transaction, { leadId: lead.id, kind, note, byUserId: seller.userId });
}

/** Locks the request, then reads its offers, so that it sees every concurrent change. */
export async function withOffer<Refusal extends string>(
  { reference }: Seller,
  offerId: string,
  work: (
    transaction: Transaction,
    lead: SellRequestLead,
    offer: Offer,
  ) => Promise<{ ok: true } | { ok: false; code: Refusal | "not_found" }>,
): Promise<{ ok: true } | { ok: false; code: Refusal | "not_found" }> {
  return db().transaction(async (transaction) => {
    const lead = await lockRequest(transaction, reference);
    if (!lead) return { ok: false, code: "not_found" };
    const offers = await listOffers(transaction, lead.id);
    const offer = offers.find(({ id }) => id === offerId);
    if (!offer) return { ok: false, code: "not_found" };
    return work(transaction, lead, offer);
  });
}

/** What a dealership and the sender of a request agree on with an accepted offer. */
async function readOfferAgreement(
  transaction: Transaction,
  lead: SellRequestLead,
  offer: Offer,
  agreed: { bySide: DealSide; byUserId: string | null },
): Promise<Agreement> {
  const [submission] = await transaction
    .select({ userId: submissionTable.userId, answers: submissionTable.answers })
    .from(submissionTable)
    .where(eq(submissionTable.id, lead.submissionId));
  const { provinceCode } = lead;
  return {
    way: "dealer_offer",
    wayId: offer.id,
    leadId: lead.id,
    sellerUserId: submission?.userId ?? null,
    buyerDealershipId: offer.dealershipId,
    priceCad: findAgreedAmount(offer),
    agreedBySide: agreed.bySide,
    agreedByUserId: agreed.byUserId,
    ...readOfferedCar(submission?.answers),
    city: lead.city ?? "",
    provinceCode: isProvince(provinceCode) ? provinceCode : null,
  };
}
