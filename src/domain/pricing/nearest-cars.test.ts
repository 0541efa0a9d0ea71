import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nearestCars } from "./nearest-cars.ts";

const car = { make: "Honda", model: "Civic", year: 2020, odometerKm: 80_000, provinceCode: "ON" };

describe("nearestCars", () => {
  it.each([
    ["the same year first", { year: 2018 }, { year: 2020 }],
    ["nearer by odometer", { odometerKm: 120_000 }, { odometerKm: 95_000 }],
    ["a year against a long way", { odometerKm: 100_000 }, { year: 2021 }],
    ["of its province", { provinceCode: "QC" }, {}],
    [
      "a year off here before two years off there",
      { year: 2018, provinceCode: "QC" },
      { year: 2019 },
    ],
  ])("puts %s", (_, further, nearer) => {
    const cars = [
      { ...car, ...further },
      { ...car, ...nearer },
    ];
    expect(nearestCars(cars, car, 6)).toEqual([cars[1], cars[0]]);
    expect(nearestCars(cars, car, 1)).toEqual([cars[1]]);
  });

  it("is the beginning of all of them in order", () => {
    const cars = fc.array(
      fc.record({
        year: fc.integer({ min: 2010, max: 2026 }),
        odometerKm: fc.integer({ min: 0, max: 300_000 }),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(cars, fc.nat({ max: 8 }), (given, most) => {
        const all = given.map((each) => ({ ...car, ...each }));
        const ordered = nearestCars(all, car, all.length);
        expect(ordered).toHaveLength(all.length);
        expect(nearestCars(all, car, most)).toEqual(ordered.slice(0, most));
      }),
    );
  });
});
