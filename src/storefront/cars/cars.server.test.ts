import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { userTable } from "#backoffice/identity/identity.table.ts";
import {
  closeDatabase,
  connectDatabase,
  type Database,
} from "#platform/database/database.server.ts";
import {
  type TestDatabase,
  testDatabase,
} from "#platform/embedded-postgres/test-database.server.ts";
import { listingTable } from "#storefront/listing/listing.table.ts";
import { liveCars } from "./cars.server.ts";

let postgres: TestDatabase;
let database: Database;

const car = (index: number, changes: Partial<typeof listingTable.$inferInsert> = {}) => ({
  sellerId: "seller",
  make: "Make",
  model: String(index),
  year: 2020,
  bodyType: "suv",
  exteriorColour: "red",
  transmission: "automatic",
  fuel: "gasoline",
  odometerKm: 50_000,
  priceCad: 20_000,
  condition: "used",
  description: "",
  city: "Toronto",
  provinceCode: "ON",
  lat: 43.7,
  lon: -79.42,
  state: "live",
  // Three cars a minute, so that pages break within one.
  postedAt: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(index / 3))),
  illustration: {},
  ...changes,
});

beforeAll(async () => {
  postgres = await testDatabase();
  database = connectDatabase(postgres.url);
  await database.insert(userTable).values({ id: "seller", name: "A B", email: "a@example.com" });
  await database
    .insert(listingTable)
    .values([
      ...Array.from({ length: 50 }, (_, index) => car(index)),
      car(60, { state: "sold" }),
      car(61, { state: "draft" }),
      car(62, { bodyType: "truck" }),
    ]);
});
afterAll(async () => {
  await closeDatabase();
  await postgres.drop();
});

async function everyPage(bodyType: "suv" | "truck" | null) {
  const pages: string[][] = [];
  let after: string | null = null;
  do {
    const page = await liveCars({ bodyType, after });
    pages.push(page.cars.map(({ model }) => model));
    after = page.nextAfter;
  } while (after !== null);
  return pages;
}

describe("liveCars", () => {
  it("shows every live car once, newest first, page after page", async () => {
    const pages = await everyPage("suv");
    expect(pages.map((page) => page.length)).toEqual([24, 24, 2]);
    expect(new Set(pages.flat()).size).toBe(50);
    const minutes = pages.flat().map((model) => Math.floor(Number(model) / 3));
    expect(minutes).toEqual(minutes.toSorted((a, b) => b - a));
  });

  it("counts the cars of a type on all pages together", async () => {
    expect((await liveCars({ bodyType: null, after: null })).count).toBe(51);
    expect((await liveCars({ bodyType: "truck", after: null })).count).toBe(1);
    expect((await liveCars({ bodyType: "coupe", after: null })).cars).toEqual([]);
  });

  it("shifts nothing when a car is posted meanwhile", async () => {
    const first = await liveCars({ bodyType: "suv", after: null });
    const before = await liveCars({ bodyType: "suv", after: first.nextAfter });
    await database.insert(listingTable).values(car(900, { model: "posted meanwhile" }));
    expect((await liveCars({ bodyType: "suv", after: first.nextAfter })).cars).toEqual(before.cars);
  });

  it("starts at the front after what is no car", async () => {
    const page = await liveCars({ bodyType: "truck", after: "' or 1=1" });
    expect(page.cars).toHaveLength(1);
  });
});
