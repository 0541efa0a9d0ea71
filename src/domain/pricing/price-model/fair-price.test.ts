import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeFairPrice, PRICE_RATINGS, priceRange, ratePrice } from "./fair-price.ts";
import { fitPriceModel } from "./fit-price-model.ts";
import type { PricedCar } from "./priced-car.ts";
import { pricedCars, THIS_YEAR } from "./priced-cars.fixture.ts";

const stock = pricedCars({ seed: "fair price", count: 300, makes: 3, modelsEach: 3 }).cars;
const f150 = (index: number): PricedCar => ({
  make: "Ford",
  model: "F-150",
  year: 2018 + (index % 4),
  odometerKm: 60_000 + index * 9_000,
  priceCad: 38_000 + (index % 3) * 700,
});
const trucks = (count: number) => Array.from({ length: count }, (_, index) => f150(index));
const asked = { make: "Ford", model: "F-150", year: 2019, odometerKm: 90_000 };

function fitModel(cars: readonly PricedCar[]) {
  const fit = fitPriceModel([...stock, ...cars], THIS_YEAR);
  if (!fit) throw new Error("Nothing was fitted.");
  return fit.model;
}

describe("fairPrice", () => {
  it.each([
    [0, false],
    [1, false],
    [7, false],
    [8, true],
    [12, true],
  ])("of %i listings of the model answers: %s", (count, ok) => {
    expect(computeFairPrice(fitModel(trucks(count)), asked)).toMatchObject({
      ok,
      listingCount: count,
    });
  });

  it.each(["F-150", "f 150", "F–150 "])("knows a model however it is written: %s", (model) => {
    expect(computeFairPrice(fitModel(trucks(9)), { ...asked, model, make: "FORD" }).ok).toBe(true);
  });

  it.each([
    ["as young as the youngest and 3 years", { year: 2024 }, true],
    ["younger", { year: 2025 }, false],
    ["older", { year: 2014 }, false],
    ["50,000 km beyond the furthest", { odometerKm: 182_000 }, true],
    ["further", { odometerKm: 182_001 }, false],
  ])("reaches no further than its listings: %s", (_, given, ok) => {
    expect(computeFairPrice(fitModel(trucks(9)), { ...asked, ...given })).toMatchObject({
      ok,
      listingCount: 9,
    });
  });

  it("lets no listing speak for its own price", () => {
    const [own, ...others] = trucks(9);
    const withIt = { ...own!, priceCad: 44_000 };
    const model = fitModel([withIt, ...others]);
    const alone = computeFairPrice(fitModel(others), withIt);
    const without = computeFairPrice(model, withIt, withIt);
    const together = computeFairPrice(model, withIt);
    if (!alone.ok || !without.ok || !together.ok) throw new Error("Too few listings.");
    expect(without.listingCount).toBe(8);
    expect(together.fairCad).toBeGreaterThan(without.fairCad);
    // Only its weight in the common terms and in its make is left, one listing in three hundred.
    expect(without.fairCad / alone.fairCad).toBeCloseTo(1, 1);
    expect(computeFairPrice(fitModel(trucks(8)), f150(0), f150(0))).toEqual({
      ok: false,
      listingCount: 7,
    });
  });
});

describe("a car unlike the others of its model", () => {
  it("is out of reach of them, though its own listing is among them", () => {
    const old = { ...f150(0), year: 1998, odometerKm: 400_000, priceCad: 25_000 };
    const model = fitModel([...trucks(9), old]);
    expect(computeFairPrice(model, old, old)).toEqual({ ok: false, listingCount: 9 });
  });
});

describe("priceRange", () => {
  it.each([
    [20_049, 0.1, 18_100, 20_000, 22_200],
    [20_050, 0.1, 18_100, 20_100, 22_200],
    [30, 0.1, 100, 100, 100],
  ])("of %f at σ %f is in whole hundreds", (fairCad, sigma, lowCad, middleCad, highCad) => {
    expect(priceRange({ fairCad, sigma })).toEqual({ lowCad, fairCad: middleCad, highCad });
  });
});

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
