import { eq } from "drizzle-orm";
import { mayBeShared } from "#domain/lead/consents.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import {
  type AnswerRefusal,
  type AnswerResult,
  describeOffer,
  moveToAgreed,
  pickIds,
  type Seller,
  takeOffer,
  withOffer,
} from "./answer-offer.server.ts";
import { awaitsDealership, canCounter, type OfferDecision, readCounter } from "./dealer-offer.ts";
import { offerCounterTable } from "./dealer-offer.table.ts";
import {
  changedMeanwhile,
  findOfferRefusal,
  findOwnOffer,
  type OfferMaker,
  type OfferResult,
  withRequest,
} from "./make-offer.server.ts";
import { notifyDealership, notifySeller } from "./offer-messages.server.ts";
import { listOffers } from "./offers.server.ts";
import { findChoice, type SellRequestLead, writeEvent } from "./sell-request-lead.server.ts";

export type CounterRefusal =
  | AnswerRefusal
  | "already_countered"
  /** Not a number, or not more than the offer. */
  | "not_a_price"
  /**
   * The seller no longer shares the request, or wants only a listing: no dealership could accept.
   */
  | "not_shared";

export type CounterResult = { ok: true } | { ok: false; code: CounterRefusal };

/** Stores the seller's counter-offer. The offer stays open as it is. */
export async function counterOffer(
  seller: Seller,
  offerId: string,
  typedPrice: string,
): Promise<CounterResult> {
  return withOffer<CounterRefusal>(seller, offerId, async (transaction, lead, offer) => {
    if (offer.state !== "open") return { ok: false, code: offer.state };
    const amountCad = readCounter(typedPrice, offer.amountCad);
    if (!canCounter(offer)) {
      // The same post was sent again.
      const isRepeat = amountCad !== null && offer.counter?.amountCad === amountCad;
      return isRepeat ? { ok: true } : { ok: false, code: "already_countered" };
    }
    if (!(await isOpenToOffers(transaction, lead))) return { ok: false, code: "not_shared" };
    if (amountCad === null) return { ok: false, code: "not_a_price" };
    const { userId: byUserId, way } = seller;
    await transaction
      .insert(offerCounterTable)
      .values({ offerId, amountCad, byUserId, way, at: now() });
    await notifyDealership(transaction, "offer_countered", pickIds(lead, offer));
    const note = describeOffer(offer, amountCad);
    await writeEvent(transaction, { leadId: lead.id, kind: "offer_countered", note, byUserId });
    return { ok: true };
  });
}

/**
 * The seller withdraws the counter-offer before the dealership answered; the offer stays as it is.
 */
export async function withdrawCounter(seller: Seller, offerId: string): Promise<AnswerResult> {
  return withOffer<AnswerRefusal>(seller, offerId, async (transaction, lead, offer) => {
    if (offer.counter?.answer === "withdrawn") return { ok: true };
    if (offer.state !== "open" && offer.state !== "on_hold")
      return { ok: false, code: offer.state };
    if (offer.counter === null || offer.counter.answer !== null)
      return { ok: false, code: "no_counter" };
    const { userId: byUserId } = seller;
    await transaction
      .update(offerCounterTable)
      .set({ answer: "withdrawn", answeredByUserId: byUserId, answeredAt: now() })
      .where(eq(offerCounterTable.offerId, offerId));
    await notifyDealership(transaction, "offer_counter_withdrawn", pickIds(lead, offer));
    const note = describeOffer(offer, offer.counter.amountCad);
    const kind = "offer_counter_withdrawn";
    await writeEvent(transaction, { leadId: lead.id, kind, note, byUserId });
    return { ok: true };
  });
}

async function isOpenToOffers(transaction: Transaction, lead: SellRequestLead): Promise<boolean> {
  const isShared = await mayBeShared(transaction, lead.submissionId);
  return isShared && (await findChoice(transaction, lead.id)) !== "own_listing";
}

/**
 * The dealership's answer to a counter-offer. If it accepts, the car is sold, because the seller
 * has already agreed to that price. If it declines, the offer stays as it was.
 */
export async function answerCounter(
  maker: OfferMaker,
  reference: string,
  offerId: string,
  answer: OfferDecision,
): Promise<OfferResult> {
  return withRequest(maker, reference, async (transaction, lead) => {
    const offers = await listOffers(transaction, lead.id);
    const offer = findOwnOffer(offers, maker, offerId);
    if (!offer) return { ok: false, code: "not_found" };
    if (offer.counter?.answer === answer) return { ok: true };
    if (offers.some(({ state }) => state === "accepted"))
      return { ok: false, code: "already_accepted" };
    if (answer === "accepted" && lead.car.state !== "available")
      return { ok: false, code: "car_taken" };
    if (!awaitsDealership(offer)) return changedMeanwhile;
    const refusal = answer === "accepted" && (await findOfferRefusal(transaction, lead, offers));
    if (refusal) return { ok: false, code: refusal };
    const [counter] = await transaction
      .update(offerCounterTable)
      .set({ answer, answeredByUserId: maker.userId, answeredAt: now() })
      .where(eq(offerCounterTable.offerId, offerId))
      .returning();
    if (!counter) return changedMeanwhile;
    const about = pickIds(lead, offer);
    const note = describeOffer(offer, counter.amountCad);
    const byUserId = maker.userId;
    if (answer === "declined") {
      await notifySeller(transaction, "offer_counter_declined", about);
      const kind = "offer_counter_declined";
      await writeEvent(transaction, { leadId: lead.id, kind, note, byUserId });
      return { ok: true };
    }
    const seller = { way: counter.way, userId: counter.byUserId };
    // The offer as read before the answer was stored, so the answer is added here.
    const agreedOffer = { ...offer, counter: { amountCad: counter.amountCad, answer } };
    await takeOffer(transaction, seller, lead, agreedOffer, { bySide: "buyer", byUserId });
    await notifySeller(transaction, "offer_counter_accepted", about);
    await moveToAgreed(transaction, lead, { kind: "offer_counter_accepted", note, byUserId });
    return { ok: true };
  });
}
