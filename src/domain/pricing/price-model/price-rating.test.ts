import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PRICE_RATINGS, ratePrice } from "./price-rating.ts";

const fair = { fairCad: 20_000, sigma: 0.2 };

describe("ratePrice", () => {
  // domain.md §9
  it.each([
    [-3, "great"],
    [-1.001, "great"],
    [-0.999, "good"],
    [-0.401, "good"],
    [-0.399, "fair"],
    [0, "fair"],
    [0.399, "fair"],
    [0.401, "high"],
    [0.999, "high"],
    [1.001, "above_market"],
    [5, "above_market"],
  ] as const)("at z %f is %s", (z, rating) => {
    expect(ratePrice(fair.fairCad * Math.exp(z * fair.sigma), fair)).toBe(rating);
  });

  it("never calls a dearer car of the same kind the better price", () => {
    const price = fc.integer({ min: 500, max: 200_000 });
    const rank = (priceCad: number) => PRICE_RATINGS.indexOf(ratePrice(priceCad, fair));
    fc.assert(
      fc.property(price, price, (a, b) => {
        expect(rank(Math.max(a, b))).toBeGreaterThanOrEqual(rank(Math.min(a, b)));
      }),
    );
  });
});
