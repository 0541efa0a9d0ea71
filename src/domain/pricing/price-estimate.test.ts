import { eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { userTable } from "#domain/identity/identity.table.ts";
import { findPublicListing } from "#domain/listing/listing-queries.server.ts";
import { storeListing } from "#domain/listing/listing.fixture.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { forgetPriceBook } from "./price-book.server.ts";
import { estimatePrice, selectNearestCars, ratedPrice } from "./price-estimate.server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const civic = { make: "Honda", model: "Civic", year: 2020, odometerKm: 80_000 };

useTestDatabase();
beforeAll(async () => {
  await db().insert(userTable).values({ id: "seller", name: "A B", email: "a@example.com" });
});
beforeEach(async () => {
  await db().delete(listingTable);
  forgetPriceBook();
});

/** Civics from 2017 on, a little cheaper each year and kilometre. */
async function storeCivics(count: number, given: Partial<typeof listingTable.$inferInsert> = {}) {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const [age, odometerKm] = [index % 7, 40_000 + index * 9_000];
    const priceCad = Math.round(26_000 * Math.exp(-0.09 * age - odometerKm / 900_000));
    const car = { ...civic, year: 2023 - age, odometerKm, priceCad, bodyType: "sedan" as const };
    ids.push(await storeListing({ sellerId: "seller", postedAt: daysAgo(5), ...car, ...given }));
  }
  return ids;
}

describe("estimatePrice", () => {
  it.each([0, 7])("has not enough data with %i listings of the model", async (count) => {
    await storeCivics(count);
    await storeListing({ sellerId: "seller" });
    expect(await estimatePrice(civic)).toEqual({
      ok: false,
      code: "not_enough_data",
      comparableCount: count,
    });
  });

  it("gives a range and the nearest listings from eight on", async () => {
    const ids = await storeCivics(9);
    const estimate = await estimatePrice({ ...civic, odometerKm: 67_000 });
    if (!estimate.ok) throw new Error("Not enough data.");
    expect(estimate.comparableCount).toBe(9);
    expect(estimate.comparables).toHaveLength(6);
    // The fourth Civic is of 2020, with exactly these kilometres.
    expect(estimate.comparables[0]).toMatchObject({ id: ids[3], year: 2020, odometerKm: 67_000 });
    const { lowCad, fairCad, highCad } = estimate;
    expect(Math.abs(fairCad / estimate.comparables[0]!.priceCad - 1)).toBeLessThan(0.05);
    expect(lowCad < fairCad && fairCad < highCad).toBe(true);
    for (const amountCad of [lowCad, fairCad, highCad]) expect(amountCad % 100).toBe(0);
  });

  it.each([
    ["sold lately", { state: "sold", soldAt: daysAgo(170) }, true],
    ["sold long ago", { state: "sold", soldAt: daysAgo(190) }, false],
    ["a draft", { state: "draft" }, false],
    ["paused", { state: "paused" }, false],
    ["removed", { state: "removed" }, false],
  ] as const)("rests on a listing %s: %s", async (_, given, ok) => {
    await storeCivics(8, given);
    expect((await estimatePrice(civic)).ok).toBe(ok);
  });

  it("neither counts nor shows the car's own listing", async () => {
    const [own] = await storeCivics(9);
    const estimate = await estimatePrice({ ...civic, year: 2023, listingId: own });
    if (!estimate.ok) throw new Error("Not enough data.");
    expect(estimate.comparableCount).toBe(8);
    expect(estimate.comparables.map(({ id }) => id)).not.toContain(own);
  });

  it("leads to no listing that was withdrawn since", async () => {
    const [first] = await storeCivics(9);
    const car = { ...civic, year: 2023, odometerKm: 40_000 };
    await estimatePrice(car);
    await db().update(listingTable).set({ state: "removed" }).where(eq(listingTable.id, first!));
    const estimate = await estimatePrice(car);
    if (!estimate.ok) throw new Error("Not enough data.");
    expect(estimate.comparables.map(({ id }) => id)).not.toContain(first);
    expect(estimate.comparables).toHaveLength(5);
  });

  it("says nothing of a car far from all listings of its model", async () => {
    await storeCivics(9);
    expect(await estimatePrice({ ...civic, year: 1998, odometerKm: 400_000 })).toMatchObject({
      ok: false,
      comparableCount: 9,
    });
  });
});

describe("ratedPrice", () => {
  it.each([
    [-0.3, "great"],
    [0, "fair"],
    [0.3, "above_market"],
  ])("at a price off by %f (ln) is %s", async (off, rating) => {
    await storeCivics(12);
    const estimate = await estimatePrice(civic);
    if (!estimate.ok) throw new Error("Not enough data.");
    const priceCad = Math.round(estimate.fairCad * Math.exp(off));
    const id = await storeListing({ sellerId: "seller", ...civic, priceCad });
    forgetPriceBook();
    const listing = await findPublicListing(id);
    const rated = await ratedPrice(listing!);
    expect(rated).toMatchObject({ rating, comparableCount: 12 });
    expect(rated!.comparables.map((each) => each.id)).not.toContain(id);
  });

  it("is none for a sold car, and none with seven others of the model", async () => {
    const [sold] = await storeCivics(1, { state: "sold", soldAt: daysAgo(3) });
    const [live] = await storeCivics(7);
    const rated = async (id: string) => ratedPrice((await findPublicListing(id))!);
    expect(await rated(live!)).toBeNull();
    await storeCivics(4);
    forgetPriceBook();
    expect(await rated(live!)).toMatchObject({ comparableCount: 11 });
    expect(await rated(sold!)).toBeNull();
  });
});

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
    expect(selectNearestCars(cars, car, 6)).toEqual([cars[1], cars[0]]);
    expect(selectNearestCars(cars, car, 1)).toEqual([cars[1]]);
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
        const ordered = selectNearestCars(all, car, all.length);
        expect(ordered).toHaveLength(all.length);
        expect(selectNearestCars(all, car, most)).toEqual(ordered.slice(0, most));
      }),
    );
  });
});
