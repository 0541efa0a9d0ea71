/** Ratings of an asking price, the best first. */
export const PRICE_RATINGS = ["great", "good", "fair", "high", "above_market"] as const;
export type PriceRating = (typeof PRICE_RATINGS)[number];
