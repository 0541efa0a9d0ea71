import type { PriceRating } from "./price-model/price-rating.ts";

/**
 * The rating of a price, for a card: the range in which most similar cars are priced, and how many
 * listings that is based on.
 */
export type CardRating = {
  rating: PriceRating;
  lowCad: number;
  highCad: number;
  comparableCount: number;
};
