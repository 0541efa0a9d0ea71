import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeFairPrice, computeZones } from "./fair-price.ts";
import { fitInSteps, fitPriceModel } from "./fit-price-model.ts";
import { predictPrice } from "./predict-price.ts";
import type { CarToPrice, PricedCar } from "./priced-car.ts";
import { KNOWN, pricedCars, THIS_YEAR } from "./priced-cars.fixture.ts";

function fitted(cars: readonly PricedCar[]) {
  const fit = fitPriceModel(cars, THIS_YEAR);
  if (!fit) throw new Error("Nothing was fitted.");
  return fit;
}

function findFair(cars: readonly PricedCar[], car: CarToPrice): number {
  const fair = computeFairPrice(fitted(cars), car);
  if (!fair) throw new Error("The range is too wide.");
  return fair.fairCad;
}

/** The share of held-out prices that lie in their ranges. */
function measureCoverage(cars: readonly PricedCar[], folds = 4): number {
  let inside = 0;
  for (let fold = 0; fold < folds; fold += 1) {
    const fit = fitted(cars.filter((_, index) => index % folds !== fold));
    for (const [index, car] of cars.entries()) {
      if (index % folds !== fold) continue;
      const fair = computeFairPrice(fit, car);
      if (fair && Math.abs(Math.log(car.priceCad / fair.fairCad)) <= fair.halfWidth) inside += 1;
    }
  }
  return inside / cars.length;
}

describe("a model fitted to listings of known making", () => {
  it("recovers what they were made of", () => {
    const { cars } = pricedCars({ seed: "one", count: 2_500 });
    const { model } = fitted(cars);
    expect(Math.sqrt(model.variances.car)).toBeCloseTo(KNOWN.sigma, 2);
    const car = { ...cars[0]!, year: 2019, odometerKm: 110_000, trim: "EX" };
    const by = (other: Partial<CarToPrice>) =>
      predictPrice(model, { ...car, ...other }).logPrice - predictPrice(model, car).logPrice;
    expect(by({ year: 2018 })).toBeCloseTo(KNOWN.aYear, 1);
    expect(by({ odometerKm: 120_000 })).toBeCloseTo(KNOWN.an10000Km, 1);
    expect(by({ trim: "Limited" })).toBeCloseTo(KNOWN.trims[2]! - KNOWN.trims[1]!, 1);
  });

  it.each([
    [400, 0.2],
    [2_500, 0.06],
  ])("finds the price of nine in ten cars of %i within a share", (count, share) => {
    const { cars, computeLogPrice } = pricedCars({ seed: "prices", count });
    const { model } = fitted(cars);
    const errors = cars.map((car) =>
      Math.abs(predictPrice(model, car, car).logPrice - computeLogPrice(car)),
    );
    errors.sort((a, b) => a - b);
    expect(errors[Math.floor(errors.length * 0.9)]).toBeLessThan(share);
  });

  it.each([
    ["a young site", 90],
    ["some hundred", 500],
    ["a market", 1_500],
  ])("holds eight in ten prices that it was not told: %s", (seed, count) => {
    const coverage = measureCoverage(pricedCars({ seed, count }).cars);
    expect(coverage).toBeGreaterThan(0.75);
    expect(coverage).toBeLessThan(0.85);
  });

  it("is the wider, the less is known", () => {
    const { cars } = pricedCars({ seed: "ignorance", count: 800 });
    const fit = fitted(cars);
    const car = cars[0]!;
    const halfWidth = (input: Partial<CarToPrice>) =>
      computeFairPrice(fit, { ...car, ...input })?.halfWidth ?? Infinity;
    const widths = [
      halfWidth({}),
      halfWidth({ trim: "Never heard of" }),
      halfWidth({ model: "Nobody’s" }),
      halfWidth({ model: "Nobody’s", bodyType: null }),
      halfWidth({ model: "Nobody’s", bodyType: null, make: "Unknown" }),
    ];
    expect(widths.every((width, index) => index === 0 || width > widths[index - 1]!)).toBe(true);
    // An age and an odometer that no listing comes near.
    expect(halfWidth({ year: 1950, odometerKm: 900_000 })).toBe(Infinity);
  });

  it("leaves out lures and slips, and says which listings it rests on", () => {
    const { cars } = pricedCars({ seed: "lures", count: 800 });
    const lures = [1_000, 999_999].map((priceCad) => ({ ...cars[0]!, priceCad }));
    const { used, model } = fitted([...lures, ...cars]);
    expect([...used].filter((index) => index < lures.length)).toEqual([]);
    expect(used.length).toBeGreaterThan(cars.length * 0.99);
    expect(Math.sqrt(model.variances.car)).toBeCloseTo(KNOWN.sigma, 1);
  });

  it("keeps a dear model whole, however few it has", () => {
    const { cars } = pricedCars({ seed: "dear", count: 800 });
    const dear = Array.from({ length: 3 }, (_, index) => ({
      make: "Bentley",
      model: "Azure",
      year: 2020,
      odometerKm: 30_000,
      priceCad: 300_000 + index * 9_000,
    }));
    const { used } = fitted([...dear, ...cars]);
    expect([...used].slice(0, 3)).toEqual([0, 1, 2]);
  });

  it("pauses often on the way", () => {
    const steps = fitInSteps(pricedCars({ seed: "pauses", count: 400 }).cars, THIS_YEAR);
    let pauses = 0;
    while (!steps.next().done) pauses += 1;
    expect(pauses).toBeGreaterThan(12);
  });
});

describe("a model that has little to go by", () => {
  const civic = { make: "Honda", model: "Civic", year: 2020, odometerKm: 80_000 };
  const eight = (prices: (index: number) => Partial<PricedCar>) =>
    Array.from({ length: 8 }, (_, index) => ({ ...civic, priceCad: 20_000, ...prices(index) }));

  it("is none without listings, or with none that can be read", () => {
    expect(fitPriceModel([], THIS_YEAR)).toBeNull();
    const unreadable = [
      { ...civic, priceCad: 0 },
      { ...civic, priceCad: Number.NaN },
      { ...civic, priceCad: 20_000, odometerKm: -1 },
      { ...civic, priceCad: 20_000, odometerKm: Number.NaN },
      { ...civic, priceCad: 20_000, year: 2031 },
      { ...civic, priceCad: Infinity },
    ];
    expect(fitPriceModel(unreadable, THIS_YEAR)).toBeNull();
  });

  it("of eight equal cars gives their price, and does not pretend to know it exactly", () => {
    const fair = computeFairPrice(fitted(eight(() => ({}))), civic)!;
    expect(fair.basis.ofModel).toBe(8);
    expect(fair.fairCad / 20_000).toBeCloseTo(1, 1);
    expect(fair.halfWidth).toBeGreaterThan(0.05);
  });

  it.each([
    ["of one age", (index: number) => ({ odometerKm: 60_000 + index * 5_000 })],
    ["of one odometer", (index: number) => ({ year: 2016 + index })],
    ["never driven and new", () => ({ year: THIS_YEAR, odometerKm: 0 })],
  ])("stays near the prices where all cars are %s", (_, input) => {
    const cars = eight((index) => ({ ...input(index), priceCad: 20_000 + (index % 3) * 300 }));
    const fairCad = findFair(cars, { ...civic, ...input(4) });
    expect(fairCad).toBeGreaterThan(18_500);
    expect(fairCad).toBeLessThan(22_000);
  });
});

const carArbitrary = fc.record({
  make: fc.constantFrom("Honda", "Toyota", "Ford"),
  model: fc.constantFrom("A", "B"),
  trim: fc.constantFrom(null, "LX", "Limited"),
  bodyType: fc.constantFrom(null, "suv" as const, "sedan" as const),
  fuel: fc.constantFrom(null, "gasoline" as const, "electric" as const),
  year: fc.integer({ min: 1995, max: THIS_YEAR + 1 }),
  odometerKm: fc.integer({ min: 0, max: 400_000 }),
  priceCad: fc.integer({ min: 500, max: 200_000 }),
});
const carsArbitrary = fc.array(carArbitrary, { minLength: 1, maxLength: 60 });

describe("whatever the listings", () => {
  it("prices are numbers above nothing, and the range holds the price", () => {
    fc.assert(
      fc.property(carsArbitrary, carArbitrary, (cars, car) => {
        const fit = fitted(cars);
        for (const own of [undefined, cars[0]]) {
          const fair = computeFairPrice(fit, own ?? car, own);
          if (!fair) continue;
          expect(Number.isFinite(fair.fairCad) && fair.fairCad > 0).toBe(true);
          const { lowCad, fairFromCad, fairCad, fairToCad, highCad } = computeZones(fair);
          expect(lowCad <= fairFromCad && fairFromCad <= fairCad && lowCad >= 100).toBe(true);
          expect(fairCad <= fairToCad && fairToCad <= highCad).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("the order they come in changes nothing", () => {
    const { cars } = pricedCars({ seed: "order", count: 200, makes: 2, modelsEach: 2 });
    const straight = findFair(cars, cars[0]!);
    expect(findFair(cars.toReversed(), cars[0]!)).toBeCloseTo(straight, 3);
  });
});
