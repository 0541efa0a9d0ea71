import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import type { PriceRating } from "./price-model/fair-price.ts";

/** A listing as it stands now: what it asks, or asked before it was sold. */
export type ComparableListing = ListingCardFacts;

export type PriceRange = {
  /** One σ below and above the fair price, in whole hundreds. */
  lowCad: number;
  fairCad: number;
  highCad: number;
  /** The listings of the model nearest by year and odometer, the nearest first. */
  comparables: ComparableListing[];
  /** All listings of the model that it rests on. */
  comparableCount: number;
};

/** What listings on this site ask for a car of the kind (docs/decisions/0010). */
export type PriceEstimate =
  | ({ ok: true } & PriceRange)
  /** Fewer than eight listings of the model, or none of about this age and odometer. */
  | { ok: false; code: "not_enough_data"; comparableCount: number };

/** How a listing's price stands to that of others like it. */
export type RatedPrice = PriceRange & { rating: PriceRating };
