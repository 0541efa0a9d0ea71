import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import type { AdjustedPrice } from "./price-model/adjust-price.ts";
import type { PriceBasis, PriceZones } from "./price-model/fair-price.ts";
import type { PriceRating } from "./price-model/price-rating.ts";

/** A listing as it stands now, and what it would ask were it the car that is estimated. */
export type ComparableListing = ListingCardFacts & AdjustedPrice;

export type PriceRange = PriceZones & {
  basis: PriceBasis;
  /** The nearest listings by model, year, odometer and trim, the nearest first. */
  comparables: ComparableListing[];
};

/** What listings on this site ask for a car of the kind (docs/decisions/0010). */
export type PriceEstimate =
  | ({ ok: true } & PriceRange)
  /** Hardly any listings, or none of about this age: the range would say nothing. */
  | { ok: false; code: "not_enough_data" }
  /** It was written off, and there are too few such cars to compare it with. */
  | { ok: false; code: "branded" };

/** How a listing's price stands to that of others like it; unrated where the range is too wide. */
export type RatedPrice = PriceRange & { rating: PriceRating | null };
