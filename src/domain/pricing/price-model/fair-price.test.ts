import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PRICE_RATINGS } from "./price-rating.ts";
import {
  computeFairPrice,
  computeZones,
  type FairPrice,
  findRatingOfRank,
  isRatable,
  rankDeal,
  ratePrice,
} from "./fair-price.ts";
import { fitPriceModel } from "./fit-price-model.ts";
import { predictPrice } from "./predict-price.ts";
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
  return fit;
}

describe("computeFairPrice", () => {
  it("counts what it rests on, and is narrower with more", () => {
    const fairs = [0, 1, 3, 12].map((count) => computeFairPrice(fitModel(trucks(count)), asked)!);
    expect(fairs.map(({ basis }) => basis.ofModel)).toEqual([0, 1, 3, 12]);
    expect(fairs.map(({ basis }) => basis.inMarket)).toEqual([300, 301, 303, 312]);
    expect(fairs.map(({ basis }) => basis.ofMake)).toEqual([0, 1, 3, 12]);
    const widths = fairs.map(({ halfWidth }) => halfWidth);
    expect(widths.toSorted((a, b) => b - a)).toEqual(widths);
    expect(fairs[3]!.fairCad).toBeGreaterThan(34_000);
  });

  it.each(["F-150", "f 150", "F–150 "])("knows a model however it is written: %s", (model) => {
    const fair = computeFairPrice(fitModel(trucks(9)), { ...asked, model, make: "FORD" });
    expect(fair?.basis.ofModel).toBe(9);
  });

  it.each([1, 2, 9])("lets no listing speak for its own price: one of %i", (count) => {
    const [first, ...others] = trucks(count);
    const own = { ...first!, priceCad: 44_000 };
    const fit = fitModel([own, ...others]);
    const alone = predictPrice(fitModel(others).model, own);
    const without = predictPrice(fit.model, own, own);
    expect(without).toMatchObject({ modelCount: count - 1, yearCount: alone.yearCount });
    expect(Math.abs(without.logPrice - alone.logPrice)).toBeLessThan(0.07);
    expect(predictPrice(fit.model, own).logPrice).toBeGreaterThan(without.logPrice + 0.01);
  });
});

describe("computeZones", () => {
  it("are three parts of equal ratio, in whole hundreds", () => {
    expect(computeZones({ ...fair, fairCad: 20_049, halfWidth: 0.3 })).toEqual({
      lowCad: 14_900,
      fairFromCad: 18_100,
      fairCad: 20_000,
      fairToCad: 22_200,
      highCad: 27_100,
    });
  });
});

const basis = { ofModel: 9, ofMake: 20, ofBodyType: 40, inMarket: 300 };
const fair: FairPrice = { fairCad: 20_000, halfWidth: 0.3, basis };
const zones = computeZones(fair);

describe("a rating", () => {
  it.each([
    [zones.lowCad - 1, "great"],
    [zones.lowCad, "good"],
    [zones.fairFromCad - 1, "good"],
    [zones.fairFromCad, "fair"],
    [zones.fairToCad, "fair"],
    [zones.fairToCad + 1, "high"],
    [zones.highCad, "high"],
    [zones.highCad + 1, "above_market"],
  ] as const)("is the zone that %i stands in as drawn: %s", (priceCad, rating) => {
    expect(ratePrice(priceCad, zones)).toBe(rating);
  });

  it.each([
    ["many cars, a narrow range", fair, true],
    ["one other car of the model", { ...fair, basis: { ...basis, ofModel: 1 } }, false],
    ["a range that is too wide", { ...fair, halfWidth: 0.3 }, false],
  ])("is given with %s: %s", (_, input, isShown) => {
    expect(isRatable({ ...input, halfWidth: input === fair ? 0.2 : input.halfWidth })).toBe(
      isShown,
    );
  });
});

const fairs = fc.record({
  fairCad: fc.integer({ min: 600, max: 200_000 }),
  halfWidth: fc.double({ min: 0.04, max: 0.28, noNaN: true }),
  basis: fc.constant(basis),
});
const prices = fc.integer({ min: 500, max: 300_000 });

describe("the order of deals", () => {
  it("never puts a price above one of a better rating, whatever the cars", () => {
    fc.assert(
      fc.property(fairs, prices, fairs, prices, (a, priceA, b, priceB) => {
        const rating = (each: FairPrice, priceCad: number) =>
          PRICE_RATINGS.indexOf(ratePrice(priceCad, computeZones(each)));
        const byRank = rankDeal(priceA, a) - rankDeal(priceB, b);
        const byRating = rating(a, priceA) - rating(b, priceB);
        if (byRating !== 0) expect(Math.sign(byRank)).toBe(Math.sign(byRating));
        expect(findRatingOfRank(rankDeal(priceA, a))).toBe(PRICE_RATINGS[rating(a, priceA)]);
        expect(rankDeal(priceA, a)).toBeLessThan(32_767);
      }),
    );
  });

  it("of one car puts the cheaper price first", () => {
    const ranks = [12_000, 16_000, 19_000, 20_000, 21_000, 24_000, 30_000].map((priceCad) =>
      rankDeal(priceCad, fair),
    );
    expect(ranks.toSorted((a, b) => a - b)).toEqual(ranks);
    expect(new Set(ranks).size).toBe(ranks.length);
  });
});
