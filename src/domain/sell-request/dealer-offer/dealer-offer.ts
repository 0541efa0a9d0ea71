import type { CarState } from "#domain/car/car-state.ts";
import { readNumber } from "#values/number-reading.ts";

/** The limits of an offer's amount, in whole dollars. */
export const OFFER_LIMITS_CAD = { min: 100, max: 2_000_000 } as const;

/** An offer is valid until tomorrow at least, and for 60 days at most. */
export const OFFER_DAYS = { min: 1, max: 60 } as const;

export const CONDITIONS_MAX_LENGTH = 1_000;

/** Why a dealership makes no offer for a car. */
export const DECLINE_REASONS = [
  "too_far",
  "too_many_km",
  "condition",
  "not_our_cars",
  "enough_stock",
  "other",
] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

export function isDeclineReason(value: unknown): value is DeclineReason {
  return DECLINE_REASONS.some((reason) => reason === value);
}

/** What a seller may want from us. */
export const SELLER_CHOICES = ["dealership_offers", "own_listing", "both"] as const;
export type SellerChoice = (typeof SELLER_CHOICES)[number];

export function isSellerChoice(value: unknown): value is SellerChoice {
  return SELLER_CHOICES.some((choice) => choice === value);
}

/** How a person proved that they sent the request; `staff` if staff act at their request. */
export const SELLER_WAYS = ["browser", "account", "mail_link", "staff"] as const;
export type SellerWay = (typeof SELLER_WAYS)[number];

/** The seller's answer to an offer. */
export const OFFER_DECISIONS = ["accepted", "declined"] as const;
export type OfferDecision = (typeof OFFER_DECISIONS)[number];

/** How a counter-offer ended: by the dealership's answer, or withdrawn by the seller. */
export const COUNTER_ENDS = [...OFFER_DECISIONS, "withdrawn"] as const;

/** The seller's counter-offer, at most one per offer; `answer` is null while it waits. */
export type OfferCounter = { amountCad: number; answer: (typeof COUNTER_ENDS)[number] | null };

const OFFER_STATES = [
  "open",
  "accepted",
  "declined",
  "expired",
  "withdrawn",
  "replaced",
  "passed_over",
  /** The car is held for somebody else. */
  "on_hold",
] as const;
export type OfferState = (typeof OFFER_STATES)[number];

/** The stored facts that decide the state of an offer. */
export type OfferFacts = {
  /** The seller's current answer; null if there is none or it was undone. */
  decision: OfferDecision | null;
  isWithdrawn: boolean;
  isReplaced: boolean;
  /** Another offer on the same car was accepted. */
  isPassedOver: boolean;
  /** The state of the car because of another offer, a bid or a sale elsewhere. */
  carOtherwise: CarState;
  /** YYYY-MM-DD, the last day on which it can be accepted. */
  validUntil: string;
};

/** The state of an offer on a day (YYYY-MM-DD). Only an open offer can be accepted. */
export function decideOfferState(offer: OfferFacts, today: string): OfferState {
  if (offer.decision === "accepted") return "accepted";
  if (offer.isReplaced) return "replaced";
  if (offer.isWithdrawn) return "withdrawn";
  if (offer.isPassedOver) return "passed_over";
  if (offer.decision === "declined") return "declined";
  if (offer.carOtherwise === "sold") return "passed_over";
  if (offer.validUntil < today) return "expired";
  return offer.carOtherwise === "held" ? "on_hold" : "open";
}

/** A seller may open a declined offer again while it would be open without the decline. */
export function canUndoDecline(offer: OfferFacts, today: string): boolean {
  return (
    offer.decision === "declined" &&
    decideOfferState({ ...offer, decision: null }, today) === "open"
  );
}

/** What decides whether a counter-offer may be made, and answered. */
type CounteredOffer = { state: OfferState; amountCad: number; counter: OfferCounter | null };

/** One per offer: a dealership that names another price has made another offer. */
export function canCounter({ state, counter }: CounteredOffer): boolean {
  return state === "open" && counter === null;
}

/** The seller made a counter-offer, and the dealership has not answered. */
export function awaitsDealership({ state, counter }: CounteredOffer): boolean {
  return state === "open" && counter !== null && counter.answer === null;
}

/**
 * The price of the car if this offer is the accepted one: the counter-offer if that was accepted,
 * else the offer.
 */
export function findAgreedAmount({ amountCad, counter }: Omit<CounteredOffer, "state">): number {
  return counter?.answer === "accepted" ? counter.amountCad : amountCad;
}

/** The amount of a counter-offer, in whole dollars; null unless it is more than the offer. */
export function readCounter(typed: string, offerCad: number): number | null {
  const amount = readNumber(typed, { min: offerCad + 1, max: OFFER_LIMITS_CAD.max, step: 1 });
  return amount.ok ? amount.value : null;
}
