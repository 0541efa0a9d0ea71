import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeFairPrice, priceRange } from "./fair-price.ts";
import {
  fitInSteps,
  fitPriceModel,
  isNear,
  LEAST_SIGMA,
  createExtremes,
  widen,
} from "./fit-price-model.ts";
import type { PricedCar } from "./priced-car.ts";
import { KNOWN, pricedCars, THIS_YEAR } from "./priced-cars.fixture.ts";

function fitted(cars: readonly PricedCar[]) {
  const fit = fitPriceModel(cars, THIS_YEAR);
  if (!fit) throw new Error("Nothing was fitted.");
  return fit;
}

function findFair(cars: readonly PricedCar[], car: Omit<PricedCar, "priceCad">): number {
  const fair = computeFairPrice(fitted(cars).model, car);
  if (!fair.ok) throw new Error("Too few listings.");
  return fair.fairCad;
}

describe("a model fitted to listings of known making", () => {
  it.each(["one", "two", "three"])("recovers what they were made of (%s)", (seed) => {
    const { cars } = pricedCars({ seed, count: 6_000 });
    const { model } = fitted(cars);
    expect(model.sigma).toBeCloseTo(KNOWN.sigma, 2);
    // The first is the mean of the makes too, which the effects leave open.
    for (const [index, known] of KNOWN.coefficients.entries())
      if (index > 0) expect(model.coefficients[index]).toBeCloseTo(known, 1);
  });

  it.each([
    [400, 0.12],
    [6_000, 0.025],
  ])("finds the price of every car of %i within a share", (count, share) => {
    const { cars, computeLogPrice } = pricedCars({ seed: "prices", count });
    const { model } = fitted(cars);
    const errors = cars.flatMap((car) => {
      const fair = computeFairPrice(model, car);
      return fair.ok ? [Math.abs(Math.log(fair.fairCad) - computeLogPrice(car))] : [];
    });
    errors.sort((a, b) => a - b);
    expect(errors.length).toBeGreaterThan(cars.length / 4);
    expect(errors[Math.floor(errors.length * 0.9)]).toBeLessThan(share);
  });

  it("covers about two of three asking prices from low to high", () => {
    const { cars } = pricedCars({ seed: "range", count: 3_000 });
    const { model } = fitted(cars);
    const inside = cars.filter((car) => {
      const fair = computeFairPrice(model, car);
      if (!fair.ok) return false;
      const { lowCad, highCad } = priceRange(fair);
      return car.priceCad >= lowCad && car.priceCad <= highCad;
    });
    expect(inside.length / cars.length).toBeCloseTo(0.68, 1);
  });

  it("knows σ of a small stock too, where effects use up what there is to know", () => {
    const sigmas = Array.from({ length: 12 }, (_, index) => {
      const { cars } = pricedCars({ seed: `small ${index}`, count: 110, makes: 10, modelsEach: 4 });
      return fitted(cars).model.sigma;
    });
    const mean = sigmas.reduce((sum, sigma) => sum + sigma, 0) / sigmas.length;
    expect(mean).toBeGreaterThan(KNOWN.sigma * 0.85);
    expect(mean).toBeLessThan(KNOWN.sigma * 1.3);
  });

  it("leaves out lures and slips, and says which listings it rests on", () => {
    const { cars } = pricedCars({ seed: "lures", count: 800 });
    const lures = [1_000, 999_999].map((priceCad) => ({ ...cars[0]!, priceCad }));
    const { used, model } = fitted([...lures, ...cars]);
    expect([...used].filter((index) => index < lures.length)).toEqual([]);
    expect(used.length).toBeGreaterThan(cars.length * 0.99);
    expect(model.sigma).toBeCloseTo(KNOWN.sigma, 1);
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
    const steps = fitInSteps(pricedCars({ seed: "pauses", count: 100 }).cars, THIS_YEAR);
    let pauses = 0;
    while (!steps.next().done) pauses += 1;
    expect(pauses).toBeGreaterThan(8);
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

  it("of eight equal cars gives their price, as near as 5 %", () => {
    const { model } = fitted(eight(() => ({})));
    expect(model.sigma).toBe(LEAST_SIGMA);
    const fair = computeFairPrice(model, civic);
    expect(fair).toMatchObject({ ok: true, listingCount: 8 });
    if (fair.ok)
      expect(priceRange(fair)).toEqual({ lowCad: 19_000, fairCad: 20_000, highCad: 21_000 });
  });

  it.each([
    ["of one age", () => ({}), (index: number) => ({ odometerKm: 60_000 + index * 5_000 })],
    ["of one odometer", () => ({}), (index: number) => ({ year: 2016 + index })],
    ["never driven and new", () => ({}), () => ({ year: THIS_YEAR, odometerKm: 0 })],
  ])("stays near the prices where all cars are %s", (_, __, given) => {
    const cars = eight((index) => ({ ...given(index), priceCad: 20_000 + (index % 3) * 300 }));
    const fairCad = findFair(cars, { ...civic, ...given(4) });
    expect(fairCad).toBeGreaterThan(19_500);
    expect(fairCad).toBeLessThan(21_100);
  });
});

const carArbitrary = fc.record({
  make: fc.constantFrom("Honda", "Toyota", "Ford"),
  model: fc.constantFrom("A", "B"),
  year: fc.integer({ min: 1995, max: THIS_YEAR + 1 }),
  odometerKm: fc.integer({ min: 0, max: 400_000 }),
  priceCad: fc.integer({ min: 500, max: 200_000 }),
});
const carsArbitrary = fc.array(carArbitrary, { minLength: 1, maxLength: 60 });

describe("whatever the listings", () => {
  it("prices are numbers above nothing, and the range holds the price", () => {
    fc.assert(
      fc.property(carsArbitrary, carArbitrary, (cars, car) => {
        const { model } = fitted(cars);
        expect(Number.isFinite(model.sigma) && model.sigma >= LEAST_SIGMA).toBe(true);
        const fair = computeFairPrice(model, car);
        if (!fair.ok) return;
        expect(Number.isFinite(fair.fairCad) && fair.fairCad > 0).toBe(true);
        const { lowCad, fairCad, highCad } = priceRange(fair);
        expect(lowCad <= fairCad && fairCad <= highCad && lowCad >= 100).toBe(true);
      }),
    );
  });

  it("the order they come in changes nothing", () => {
    const { cars } = pricedCars({ seed: "order", count: 200, makes: 2, modelsEach: 2 });
    const straight = findFair(cars, cars[0]!);
    expect(findFair(cars.toReversed(), cars[0]!)).toBeCloseTo(straight, 3);
  });

  it("prices twice as high are estimates twice as high", () => {
    const { cars } = pricedCars({ seed: "twice", count: 200, makes: 2, modelsEach: 2 });
    const once = findFair(cars, cars[0]!);
    const dearer = cars.map((car) => ({ ...car, priceCad: car.priceCad * 2 }));
    expect(findFair(dearer, cars[0]!)).toBeCloseTo(once * 2, 3);
  });
});

const numbers = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 2, maxLength: 12 });

it("tells what is near the others, with any one of them left out", () => {
  fc.assert(
    fc.property(numbers, fc.nat(), fc.integer({ min: -12, max: 12 }), (values, pick, value) => {
      const extremes = createExtremes();
      for (const each of values) widen(extremes, each);
      const left = pick % values.length;
      const others = values.filter((_, index) => index !== left);
      expect(isNear(extremes, value, { slack: 2, without: values[left] })).toBe(
        value >= Math.min(...others) - 2 && value <= Math.max(...others) + 2,
      );
      expect(isNear(extremes, value, { slack: 0, without: undefined })).toBe(
        value >= Math.min(...values) && value <= Math.max(...values),
      );
    }),
  );
});

it("is near nothing where there is nothing", () => {
  expect(isNear(createExtremes(), 0, { slack: 1, without: undefined })).toBe(false);
});
