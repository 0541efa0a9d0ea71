export const PRICE_RATINGS = ["great", "good", "fair", "high", "above_market"] as const;
export type PriceRating = (typeof PRICE_RATINGS)[number];

/** Up to which z = ln(price / fair) / σ each rating goes. */
const UP_TO: readonly (readonly [mostZ: number, PriceRating])[] = [
  [-1, "great"],
  [-0.4, "good"],
  [0.4, "fair"],
  [1, "high"],
];

/** How an asking price stands to the fair one. */
export function ratePrice(
  priceCad: number,
  { fairCad, sigma }: { fairCad: number; sigma: number },
): PriceRating {
  const z = Math.log(priceCad / fairCad) / sigma;
  return UP_TO.find(([mostZ]) => z <= mostZ)?.[1] ?? "above_market";
}
