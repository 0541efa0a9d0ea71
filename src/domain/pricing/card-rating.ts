import type { PriceRating } from "./price-model/price-rating.ts";

/**
 * A price's rating in one line: what most cars like it are asked for, from the low end to the high
 * one, and how many of them said so.
 */
export type CardRating = {
  rating: PriceRating;
  lowCad: number;
  highCad: number;
  comparableCount: number;
};
