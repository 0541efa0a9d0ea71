import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import type { AdjustedPrice } from "./price-model/adjust-price.ts";
import type { PriceBasis, PriceZones } from "./price-model/fair-price.ts";
import type { PriceRating } from "./price-model/price-rating.ts";

/** A listing in its present state, with its price adjusted to the car that is estimated. */
export type ComparableListing = ListingCardFacts & AdjustedPrice;

export type PriceRange = PriceZones & {
  basis: PriceBasis;
  /** The nearest listings by model, year, odometer and trim, the nearest first. */
  comparables: ComparableListing[];
};

/** The asking prices of similar cars on this site (docs/decisions/0010). */
export type PriceEstimate =
  | ({ ok: true } & PriceRange)
  /** Too few listings, or none of about this age: the range would say nothing. */
  | { ok: false; code: "not_enough_data" }
  /** The car has a bad title, and there are too few such cars to compare it with. */
  | { ok: false; code: "branded" };

/** How a listing's price compares with similar ones; null if the range is too wide to rate it. */
export type RatedPrice = PriceRange & { rating: PriceRating | null };
