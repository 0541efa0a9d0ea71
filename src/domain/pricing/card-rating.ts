import type { PriceRating } from "./price-model/price-rating.ts";

/** A price's rating in one line: what cars like it are asked for, and how many of them said so. */
export type CardRating = { rating: PriceRating; typicalCad: number; comparableCount: number };
