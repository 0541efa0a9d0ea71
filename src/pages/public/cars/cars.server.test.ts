import { beforeAll, describe, expect, it } from "vitest";
import { userTable } from "#domain/identity/identity.table.ts";
import { storeListing } from "#domain/listing/listing.fixture.ts";
import type { listingTable } from "#domain/listing/listing.table.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { readCarsQuery } from "./cars-address.ts";
import { loadCars, type Searcher } from "./cars.server.ts";
import { USUAL_LOAN } from "#values/loan-choice.ts";

useTestDatabase();

const store = (index: number, changes: Partial<typeof listingTable.$inferInsert> = {}) =>
  storeListing({
    sellerId: "seller",
    make: "Honda",
    model: "Civic",
    year: 2020,
    priceCad: 20_000,
    city: "Toronto",
    lat: 43.7,
    lon: -79.42,
    // Three cars a minute, so that pages break within one.
    postedAt: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(index / 3))),
    ...changes,
  });

beforeAll(async () => {
  await db().insert(userTable).values({ id: "seller", name: "A B", email: "a@example.com" });
  for (let index = 0; index < 50; index += 1) await store(index);
  await store(60, { state: "sold" });
  await store(61, { state: "draft" });
  await store(62, {
    bodyType: "truck",
    make: "Ram",
    model: "1500",
    seats: 6,
    cylinders: 8,
    features: ["heated_seats", "remote_starter", "tow_hitch"],
  });
  await store(63, {
    provinceCode: "QC",
    city: "Montréal",
    lat: 45.51,
    lon: -73.59,
    fuel: "electric",
    features: ["heated_seats"],
  });
});

const STRANGER = { estimate: null, provinceCode: null, loan: USUAL_LOAN, locale: "en" } as const;
const view = (search: string, searcher: Partial<Searcher> = {}) =>
  loadCars(readCarsQuery(new URLSearchParams(search)), { ...STRANGER, ...searcher });

describe("the cars of an address", () => {
  it("are as far away as they stand from the place, and nowhere without one", async () => {
    const near = await view("?near=Ottawa&within=any&fuel=electric");
    // Ottawa to Montréal is about 165 km as the crow flies.
    expect(near.cars.map(({ id }) => Math.floor((near.awayKm[id] ?? 0) / 10))).toEqual([16]);
    expect((await view("?fuel=electric")).awayKm).toEqual({});
  });

  it("come newest first, page after page, each once", async () => {
    const pages: string[][] = [];
    let after = "";
    do {
      const page = await view(`type=suv&province=ON${after}`);
      pages.push(page.cars.map(({ id }) => id));
      after = page.next === null ? "" : `&after=${page.next}`;
    } while (after);
    expect(pages.map((page) => page.length)).toEqual([24, 24, 2]);
    expect(new Set(pages.flat()).size).toBe(50);
  });

  it.each([
    ["", 52],
    ["type=truck", 1],
    ["make=Honda", 51],
    ["seats=6", 1],
    ["seats=5&seats=6", 1],
    ["cylinders=8&seats=2", 0],
    ["seats=99", 52],
    ["feature=heated_seats", 2],
    ["feature=heated_seats&feature=tow_hitch", 1],
    ["feature=heated_seats&feature=sunroof", 0],
    ["q=ram", 1],
    ["q=électrique", 1],
    ["q=heated seats", 2],
    ["q=sièges chauffants attelage", 1],
    ["sellStatus=sold", 1],
    ["near=Toronto, ON", 51],
    ["near=Montréal&within=25", 1],
    ["near=Mississauga&within=any", 52],
    ["near=Nowhere at all", 52],
  ])("%j are %i", async (search, count) => {
    expect(await view(search)).toMatchObject({ count });
  });

  it("count a feature on top of those that are chosen", async () => {
    const { counts } = await view("feature=heated_seats&feature=tow_hitch");
    expect(counts.features).toEqual({ heated_seats: 1, remote_starter: 1, tow_hitch: 1 });
    expect((await view("fuel=electric")).counts.features).toEqual({ heated_seats: 1 });
  });

  it("keep a value that gives nothing, and send models of chosen makes only", async () => {
    const { names, counts } = await view("make=Ram&fuel=electric");
    expect(names.make).toEqual(["Honda", "Ram"]);
    expect(counts.make).toEqual({ Honda: 1 });
    expect(names.model).toEqual(["Ram_1500"]);
  });
});

describe("words that find nothing", () => {
  it.each([
    ["q=toyta", { corrected: null, count: 0 }],
    ["q=hunda", { corrected: { text: "Honda" }, count: 51 }],
    ["q=civc 2020", { corrected: { text: "Civic 2020" }, count: 51 }],
    ["q=civc torono", { corrected: { text: "Civic Toronto" }, count: 50 }],
    ["q=civc&fuel=electric", { corrected: { text: "Civic" }, count: 1 }],
    ["q=civc&exact=civc", { corrected: null, count: 0 }],
    // Found as typed, or there but filtered away: nothing is put right.
    ["q=hond", { corrected: null, count: 51 }],
    ["q=ram&fuel=electric", { corrected: null, count: 0 }],
  ])("%s are put right where we know better", async (search, expected) => {
    expect(await view(search)).toMatchObject(expected);
  });
});

describe("a place that is no town", () => {
  it.each([
    ["near=Torono", { state: "unknown", suggestion: { city: "Toronto", near: "Toronto, ON" } }],
    ["near=Nowhere at all", { state: "unknown", suggestion: null }],
    ["near=Toronto", { state: "found", city: "Toronto", provinceCode: "ON" }],
  ])("%s", async (search, location) => {
    expect(await view(search)).toMatchObject({ location });
  });
});

describe("payments", () => {
  // The payment of $20,000 and 13 % HST over 72 months at 14.5 % is $217.29 every two weeks.
  it.each([
    ["by=payment&payMax=218", 51],
    ["by=payment&payMax=217", 0],
    ["by=payment&payMin=218", 51],
    ["by=payment&payMin=219", 0],
  ])("%s finds %i cars, none of them in Quebec", async (search, count) => {
    expect(await view(search)).toMatchObject({ count, paymentRestriction: null });
  });

  it.each([
    ["province=QC", "quebec"],
    ["near=Gatineau, QC&within=250", "quebec"],
    ["near=Laval (Québec)", "quebec"],
    ["sellStatus=sold", "sold"],
  ])("are not named for %s, and do not filter there", async (search, paymentRestriction) => {
    const found = await view(`${search}&by=payment&payMax=1`);
    expect(found.paymentRestriction).toBe(paymentRestriction);
    expect(found.count).toBeGreaterThan(0);
  });

  it.each<[Partial<Searcher>, boolean]>([
    [{ locale: "fr" }, false],
    [{ provinceCode: "QC" }, false],
    [{ locale: "fr", provinceCode: "ON" }, true],
    [{ provinceCode: "AB" }, true],
  ])("filter for %j: %s", async (searcher, isApplied) => {
    const { count } = await view("by=payment&payMax=1", searcher);
    expect(count === 0).toBe(isApplied);
  });
});

describe("where nothing is found", () => {
  it.each([
    [
      "make=Ram&fuel=electric",
      [
        { drop: "make", count: 1 },
        { drop: "fuel", count: 1 },
      ],
    ],
    ["feature=heated_seats&feature=sunroof", [{ drop: "features", count: 52 }]],
    [
      "q=ram&fuel=electric",
      [
        { drop: "fuel", count: 1 },
        { drop: "text", count: 1 },
      ],
    ],
    ["near=Mississauga&within=25&type=truck&priceMax=100", [{ drop: "price", count: 1 }]],
    [
      "near=Ottawa, ON&within=25&type=truck",
      [
        { withinKm: 500, count: 1 },
        { drop: "place", count: 1 },
      ],
    ],
  ])("%s says what to give up", async (search, expected) => {
    const { count, relaxations } = await view(search);
    expect(count).toBe(0);
    expect(relaxations).toEqual(expected);
  });
});
