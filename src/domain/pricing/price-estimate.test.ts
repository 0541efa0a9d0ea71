import { eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { userTable } from "#domain/identity/identity.table.ts";
import { findPublicListing } from "#domain/listing/listing-queries.server.ts";
import { storeListing } from "#domain/listing/listing.fixture.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { selectNearestCars } from "./nearest-cars.ts";
import { forgetPriceBook, priceBook } from "./price-book.server.ts";
import { estimatePrice, rankListing, rateCards, findRatedPrice } from "./price-estimate.server.ts";
import { findRatingOfRank } from "./price-model/fair-price.ts";

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
async function storeCivics(count: number, input: Partial<typeof listingTable.$inferInsert> = {}) {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const [age, odometerKm] = [index % 7, 40_000 + index * 9_000];
    const priceCad = Math.round(26_000 * Math.exp(-0.09 * age - odometerKm / 900_000));
    const car = { ...civic, year: 2023 - age, odometerKm, priceCad, bodyType: "sedan" as const };
    ids.push(await storeListing({ sellerId: "seller", postedAt: daysAgo(5), ...car, ...input }));
  }
  return ids;
}

describe("estimatePrice", () => {
  it("has nothing to say where nothing is listed", async () => {
    expect(await estimatePrice(civic)).toEqual({ ok: false, code: "not_enough_data" });
  });

  it("gives a range and the nearest listings, adjusted to the car", async () => {
    const ids = await storeCivics(9);
    const estimate = await found({ ...civic, odometerKm: 67_000 });
    expect(estimate.basis).toMatchObject({ ofModel: 9, inMarket: 9 });
    expect(estimate.comparables).toHaveLength(6);
    // The fourth Civic is of 2020, with exactly these kilometres.
    const [nearest, next] = estimate.comparables;
    expect(nearest).toMatchObject({ id: ids[3], year: 2020, odometerKm: 67_000, adjustments: [] });
    expect(next!.adjustments.map(({ difference }) => difference)).toEqual(["year", "odometer"]);
    const { lowCad, fairCad, highCad } = estimate;
    expect(Math.abs(fairCad / nearest!.priceCad - 1)).toBeLessThan(0.05);
    for (const { adjustedCad } of estimate.comparables)
      expect(adjustedCad > lowCad && adjustedCad < highCad).toBe(true);
    for (const amountCad of [lowCad, fairCad, highCad]) expect(amountCad % 100).toBe(0);
  });

  it("shows other models of the make and kind where its own are few, and says what that changes", async () => {
    await storeCivics(1);
    await storeCivics(8, { model: "Accord", trim: null });
    await storeCivics(8, { make: "Mazda", model: "Mazda3" });
    const estimate = await found({ ...civic, bodyType: "sedan" });
    expect(estimate.basis).toMatchObject({ ofModel: 1, ofMake: 9, ofBodyType: 17 });
    expect(estimate.comparables.map(({ model }) => model)).toEqual([
      "Civic",
      ...Array.from({ length: 5 }, () => "Accord"),
    ]);
  });

  it.each([
    ["sold lately", { state: "sold", soldAt: daysAgo(170) }, true],
    ["sold long ago", { state: "sold", soldAt: daysAgo(190) }, false],
    ["a draft", { state: "draft" }, false],
    ["paused", { state: "paused" }, false],
    ["removed", { state: "removed" }, false],
  ] as const)("rests on a listing %s: %s", async (_, input, ok) => {
    await storeCivics(8, input);
    expect((await estimatePrice(civic)).ok).toBe(ok);
  });

  it.each([
    ["rebuilt", 8],
    ["salvage", 8],
    ["clean", 9],
    [null, 9],
  ] as const)("compares a clean car with one that is %s: %i of 9", async (brand, count) => {
    await storeCivics(8);
    await storeCivics(1, { brand });
    expect((await found(civic)).basis.ofModel).toBe(count);
  });

  it("compares a car that was written off with nothing, and rates it nowhere", async () => {
    await storeCivics(9);
    expect(await estimatePrice({ ...civic, brand: "rebuilt" })).toEqual({
      ok: false,
      code: "branded",
    });
    const id = await storeListing({ sellerId: "seller", ...civic, brand: "salvage" });
    const listing = (await findPublicListing(id))!;
    expect(await findRatedPrice(listing)).toBeNull();
    expect(await rateCards([listing])).toEqual({});
    expect(rankListing((await priceBook())!, listing)).toBeNull();
  });

  it("neither counts nor shows the car's own listing", async () => {
    const [own] = await storeCivics(9);
    const estimate = await found({ ...civic, year: 2023, listingId: own! });
    expect(estimate.basis.ofModel).toBe(8);
    expect(estimate.comparables.map(({ id }) => id)).not.toContain(own);
  });

  it("leads to no listing that was withdrawn since", async () => {
    const [first] = await storeCivics(9);
    const car = { ...civic, year: 2023, odometerKm: 40_000 };
    await estimatePrice(car);
    await db().update(listingTable).set({ state: "removed" }).where(eq(listingTable.id, first!));
    const { comparables } = await found(car);
    expect(comparables.map(({ id }) => id)).not.toContain(first);
    expect(comparables).toHaveLength(5);
  });

  it("compares with no car that is worth more than twice as much", async () => {
    await storeCivics(9);
    const old = await found({ ...civic, year: 2009, odometerKm: 240_000 });
    expect(old.comparables).toEqual([]);
  });
});

async function found(car: Parameters<typeof estimatePrice>[0]) {
  const estimate = await estimatePrice(car);
  if (!estimate.ok) throw new Error("Not enough data.");
  return estimate;
}

describe("findRatedPrice", () => {
  it.each([
    [-0.3, "great"],
    [0, "fair"],
    [0.3, "above_market"],
  ])(
    "at a price off by %f (ln) is %s, as its card and its place among deals say",
    async (off, rating) => {
      await storeCivics(12);
      const { fairCad } = await found({ ...civic, bodyType: "sedan" });
      const priceCad = Math.round(fairCad * Math.exp(off));
      const id = await storeListing({ sellerId: "seller", ...civic, bodyType: "sedan", priceCad });
      forgetPriceBook();
      const listing = (await findPublicListing(id))!;
      const rated = await findRatedPrice(listing);
      expect(rated).toMatchObject({ rating, basis: { ofModel: 12 } });
      expect(rated!.comparables.map((each) => each.id)).not.toContain(id);
      // The card names the whole range that the page draws, not its middle.
      const { lowCad, highCad } = rated!;
      const card = { rating, lowCad, highCad, comparableCount: 12 };
      expect((await rateCards([listing]))[id]).toEqual(card);
      expect(findRatingOfRank(rankListing((await priceBook())!, listing)!)).toBe(rating);
    },
  );

  it("is none for a sold car, and a range without a rating for one that stands alone", async () => {
    const [sold] = await storeCivics(1, { state: "sold", soldAt: daysAgo(3), model: "Prelude" });
    const [live] = await storeCivics(1);
    await storeCivics(7, { model: "Accord" });
    const rated = async (id: string) => findRatedPrice((await findPublicListing(id))!);
    expect(await rated(sold!)).toBeNull();
    expect(await rated(live!)).toMatchObject({ rating: null, basis: { ofModel: 0 } });
  });
});

const car = {
  make: "Honda",
  model: "Civic",
  trim: "LX",
  year: 2020,
  odometerKm: 80_000,
  provinceCode: "ON",
};

describe("nearestCars", () => {
  it.each([
    ["the same year first", { year: 2018 }, { year: 2020 }],
    ["nearer by odometer", { odometerKm: 120_000 }, { odometerKm: 95_000 }],
    ["a year against a long way", { odometerKm: 100_000 }, { year: 2021 }],
    ["of its province", { provinceCode: "QC" }, {}],
    ["of its trim", { trim: "Touring" }, { trim: "lx" }],
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
      fc.property(cars, fc.nat({ max: 8 }), (input, most) => {
        const all = input.map((each) => ({ ...car, ...each }));
        const ordered = selectNearestCars(all, car, all.length);
        expect(ordered).toHaveLength(all.length);
        expect(selectNearestCars(all, car, most)).toEqual(ordered.slice(0, most));
      }),
    );
  });
});
