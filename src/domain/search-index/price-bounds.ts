import type { PricesByTax } from "#domain/search/search.ts";
import { PROVINCES } from "#values/province.ts";

/** Both ends included; none where the least is above the most. */
export type PriceBounds = { min: number; max: number };

/**
 * Taxes are much alike: most prices are within the ranges of all, or of none, whoever sells where.
 *
 * @returns which prices are surely within, and outside of which none is
 */
export function findPriceBounds(pricesByTax: readonly PricesByTax[]): {
  sure: PriceBounds;
  possible: PriceBounds;
} {
  const ranges = new Map<string, PriceBounds>();
  for (const { prices, cars } of pricesByTax) {
    const range = { min: prices.min ?? -Infinity, max: prices.max ?? Infinity };
    for (const { provinceCode, isDealer } of cars) {
      const key = `${provinceCode} ${isDealer}`;
      // Whoever has a second range is looked at.
      if (!ranges.has(key)) ranges.set(key, range);
    }
  }
  const all = PROVINCES.flatMap((province) => [
    ranges.get(`${province} true`),
    ranges.get(`${province} false`),
  ]);
  return {
    sure: {
      min: Math.max(...all.map((range) => range?.min ?? Infinity)),
      max: Math.min(...all.map((range) => range?.max ?? -Infinity)),
    },
    possible: {
      min: Math.min(...pricesByTax.map(({ prices }) => prices.min ?? -Infinity)),
      max: Math.max(...pricesByTax.map(({ prices }) => prices.max ?? Infinity)),
    },
  };
}
