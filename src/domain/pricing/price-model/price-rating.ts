/** How an asking price stands in the range of its kind, the best first. */
export const PRICE_RATINGS = ["great", "good", "fair", "high", "above_market"] as const;
export type PriceRating = (typeof PRICE_RATINGS)[number];
