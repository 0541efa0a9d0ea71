import type { OfferState } from "./dealer-offer/purchase-offer.ts";

/** Where a request stands for one dealership. */
export const DEALER_REQUEST_STATES = [
  "waiting",
  "offered",
  "accepted",
  "declined",
  "expired",
  "sold_elsewhere",
  "not_wanted",
] as const;
export type DealerRequestState = (typeof DEALER_REQUEST_STATES)[number];

/** `ownOffer`: the state of the dealership's newest offer that it has not taken back. */
export function dealerRequestState(given: {
  ownOffer: OfferState | null;
  isSold: boolean;
  wantsOffers: boolean;
}): DealerRequestState {
  const { ownOffer, isSold, wantsOffers } = given;
  if (ownOffer === "accepted") return "accepted";
  if (isSold) return "sold_elsewhere";
  if (ownOffer === "open") return "offered";
  if (!wantsOffers) return "not_wanted";
  return ownOffer === "declined" || ownOffer === "expired" ? ownOffer : "waiting";
}

/** The states in which the dealership may make an offer, or another one. */
export function takesOffer(state: DealerRequestState): boolean {
  return state === "waiting" || state === "offered" || state === "declined" || state === "expired";
}
