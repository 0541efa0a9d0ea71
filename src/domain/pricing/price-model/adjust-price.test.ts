import { describe, expect, it } from "vitest";
import { adjustPrice } from "./adjust-price.ts";
import { fitPriceModel } from "./fit-price-model.ts";
import { KNOWN, pricedCars, THIS_YEAR } from "./priced-cars.fixture.ts";

const { cars, computeLogPrice } = pricedCars({ seed: "adjusted", count: 3_000 });
const { model } = fitPriceModel(cars, THIS_YEAR)!;
const car = { ...cars[0]!, year: 2020, odometerKm: 100_000, trim: "EX" };
const listing = { ...car, priceCad: 20_000 };

describe("adjustPrice", () => {
  it.each([
    ["two years younger", { year: 2022 }, "year", -2 * -KNOWN.aYear],
    ["30,000 km less", { odometerKm: 70_000 }, "odometer", 3 * KNOWN.an10000Km],
    ["a dearer trim", { trim: "Limited" }, "trim", KNOWN.trims[1]! - KNOWN.trims[2]!],
  ] as const)("of a listing that is %s", (_, input, difference, logChange) => {
    const { adjustments, adjustedCad } = adjustPrice(model, { ...listing, ...input }, car);
    expect(adjustments.map((each) => each.difference)).toEqual([difference]);
    expect(Math.log(adjustedCad / 20_000)).toBeCloseTo(logChange, 1);
    expect(adjustments[0]!.amountCad).toBeLessThan(0);
  });

  it("has nothing to say of the same car", () => {
    expect(adjustPrice(model, listing, car)).toEqual({ adjustedCad: 20_000, adjustments: [] });
    expect(adjustPrice(model, { ...listing, priceCad: 19_990 }, car)).toEqual({
      adjustedCad: 19_990,
      adjustments: [],
    });
  });

  it("adds up: the price and its parts are the adjusted price, and about what the car is worth", () => {
    const errors = cars.slice(0, 200).map((each) => {
      const { adjustments, adjustedCad } = adjustPrice(model, each, car);
      const sum = adjustments.reduce((total, { amountCad }) => total + amountCad, each.priceCad);
      expect(sum).toBeCloseTo(adjustedCad, 6);
      return Math.abs(Math.log(adjustedCad) - computeLogPrice(car));
    });
    errors.sort((a, b) => a - b);
    // Each listing keeps what only it has: half of them lie within two thirds of σ.
    expect(errors[100]).toBeLessThan(KNOWN.sigma);
  });
});
