import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { userTable } from "#domain/identity/identity.table.ts";
import { storeListing } from "#domain/listing/listing.fixture.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { type Database, db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { type CreditFacts, estimateCredit } from "#domain/pricing/credit-estimate.ts";
import { WIDER_KM } from "#domain/search/nearby-cars.ts";
import { findNearbyCars, type NearbySearch } from "./nearby-cars.server.ts";
import { USUAL_LOAN } from "#values/loan-choice.ts";

useTestDatabase();
let database: Database;

beforeAll(async () => {
  database = db();
  await database.insert(userTable).values({ id: "seller", name: "A B", email: "a@example.com" });
});
beforeEach(() => database.delete(listingTable));

const TORONTO = { lat: 43.7, lon: -79.42 };
/** The coordinates of a point this many kilometres north of Toronto. */
const north = (km: number) => ({ lat: TORONTO.lat + km / 111.195, lon: TORONTO.lon });

let model = 0;
async function park(changes: Partial<typeof listingTable.$inferInsert> = {}) {
  model += 1;
  await storeListing({
    sellerId: "seller",
    model: `Model ${model}`,
    priceCad: 20_000,
    city: "Toronto",
    ...TORONTO,
    postedAt: new Date(),
    ...changes,
  });
}

const FACTS: CreditFacts = {
  creditBand: "good",
  provinceCode: "ON",
  budget: "400_499",
  incomeCad: null,
  housingCad: null,
  loan: USUAL_LOAN,
};
const SEARCH: NearbySearch = { bodyType: "suv", estimate: estimateCredit(FACTS), ...TORONTO };
const searchWith = (facts: Partial<CreditFacts>): NearbySearch => ({
  ...SEARCH,
  estimate: estimateCredit({ ...FACTS, ...facts }),
});

describe("findNearbyCars", () => {
  it("finds nothing where there is nothing", async () => {
    expect(await findNearbyCars(SEARCH)).toEqual({
      count: 0,
      best: [],
      radiusKm: 100,
      wider: null,
    });
  });

  it.each([
    ["another type", { bodyType: "sedan" }],
    ["sold", { state: "sold" }],
    ["not posted yet", { state: "draft" }],
    ["above the budget's largest loan", { priceCad: 28_000 }],
  ] as const)("leaves out a car that is %s", async (_, changes) => {
    for (let each = 0; each < 3; each += 1) await park();
    await park(changes);
    expect((await findNearbyCars(SEARCH)).count).toBe(3);
  });

  it.each([
    [10, 50],
    [49, 50],
    [51, 100],
  ])("with the third car %i km away it looks within %s km", async (km, radiusKm) => {
    await park();
    await park();
    await park(north(km));
    const found = await findNearbyCars(SEARCH);
    expect(found).toMatchObject({ count: 3, radiusKm });
    expect(found.best).toHaveLength(3);
  });

  it.each([
    [180, 250],
    [900, null],
  ])("does not call %i km near: it says how far to look for more", async (km, radiusKm) => {
    await park();
    await park(north(km));
    const found = await findNearbyCars(SEARCH);
    expect(found).toMatchObject({ count: 1, radiusKm: 100, wider: { radiusKm, count: 2 } });
    const within = radiusKm === null ? "province" : WIDER_KM;
    expect(await findNearbyCars(SEARCH, within)).toMatchObject({ count: 2, radiusKm, wider: null });
  });

  it("looks farther in the circle before the province", async () => {
    await park({ provinceCode: "QC", ...north(200) });
    await park({ provinceCode: "QC", ...north(210) });
    await park();
    await park({ ...north(900) });
    await park({ provinceCode: "QC", ...north(900) });
    const inQuebec = searchWith({ provinceCode: "QC" });
    const wider = { radiusKm: 250, count: 3 };
    expect(await findNearbyCars(inQuebec)).toMatchObject({ count: 1, radiusKm: 100, wider });
    expect(await findNearbyCars(inQuebec, WIDER_KM)).toMatchObject({ count: 3, radiusKm: 250 });
  });

  it("searches the province where the place has no coordinates", async () => {
    await park();
    await park({ provinceCode: "QC" });
    const found = await findNearbyCars({ ...SEARCH, lat: null, lon: null });
    expect(found).toMatchObject({ count: 1, radiusKm: null });
  });

  it("shows three: the cheapest sensible ones first, of the same price the nearest, then the newest", async () => {
    const shown = async () => (await findNearbyCars(SEARCH)).best.map(({ model: name }) => name);
    // At 9.5 % with 13 % tax, $499 a month buys a car of $24,163; half of it, one of about $12,100.
    await park({ model: "too cheap", priceCad: 5_000 });
    await park({ model: "cheap", priceCad: 11_000 });
    await park({ model: "sensible, far", priceCad: 15_000, ...north(40) });
    expect(await shown()).toEqual(["sensible, far", "cheap", "too cheap"]);
    await park({ model: "dear", priceCad: 23_000 });
    await park({ model: "sensible, old", priceCad: 15_000, year: 2015 });
    await park({ model: "sensible, new", priceCad: 15_000, year: 2022 });
    expect(await shown()).toEqual(["sensible, new", "sensible, old", "sensible, far"]);
  });

  it("shows a car that is marked as written off last, whatever it costs", async () => {
    const shown = async () => (await findNearbyCars(SEARCH)).best.map(({ model: name }) => name);
    for (const brand of ["rebuilt", "salvage", "non_repairable"] as const)
      await park({ model: brand, priceCad: 14_000, brand });
    await park({ model: "clean", priceCad: 20_000, brand: "clean" });
    await park({ model: "too cheap", priceCad: 5_000 });
    const [first, second, third] = await shown();
    expect([first, second]).toEqual(["clean", "too cheap"]);
    expect(["rebuilt", "salvage", "non_repairable"]).toContain(third);
    await park({ model: "not declared", priceCad: 15_000 });
    expect(await shown()).toEqual(["not declared", "clean", "too cheap"]);
    expect((await findNearbyCars(SEARCH)).count).toBe(6);
  });

  it("looks no dearer than what is comfortable, whatever was named", async () => {
    await park({ priceCad: 20_000 });
    await park({ priceCad: 9_000 });
    // 15 % of $2,000 is $300 a month: a car of about $14,500.
    const found = await findNearbyCars(searchWith({ incomeCad: 2_000 }));
    expect(found.best.map(({ priceCad }) => priceCad)).toEqual([9_000]);
  });

  it("has no upper price over $600", async () => {
    await park({ priceCad: 240_000 });
    expect((await findNearbyCars(searchWith({ budget: "over_600" }))).count).toBe(1);
  });
});
