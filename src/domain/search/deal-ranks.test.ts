import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { forgetPriceBook } from "#domain/pricing/price-book.server.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { writeDealRanks } from "./deal-ranks.server.ts";
import { NO_FILTERS } from "./search.ts";
import { sqlSearch } from "./sql-search.server.ts";

useTestDatabase();
const ids: Record<string, string> = {};

beforeAll(async () => {
  const { id: sellerId } = await storePerson("Camille Seller", { role: "seller" });
  const store = async (name: string, priceCad: number, model = "Civic") => {
    ids[name] = await storeListing({ sellerId, make: "Honda", model, priceCad });
  };
  for (let index = 0; index < 12; index += 1) await store(`fair ${index}`, 20_000 + index * 100);
  await store("dear", 26_000);
  await store("cheap", 15_000);
  // The only car of its kind, so there is no price estimate.
  await store("alone", 5_000, "Odyssey");
});

const findIds = async () => {
  const found = await sqlSearch({
    filters: NO_FILTERS,
    text: "",
    geo: null,
    sort: "deal",
    after: null,
    limit: 50,
  });
  return found.ids;
};

it("puts the best deals first, and last what nothing compares with", async () => {
  forgetPriceBook();
  await writeDealRanks();
  const found = await findIds();
  expect(found[0]).toBe(ids.cheap);
  expect(found.slice(-2)).toEqual([ids.dear, ids.alone]);
});

it("takes the place away from a car whose price changed, until it is ranked anew", async () => {
  await db().update(listingTable).set({ priceCad: 25_000 }).where(eq(listingTable.id, ids.cheap!));
  expect((await findIds()).slice(-2)).toContain(ids.cheap);
  await db()
    .update(listingTable)
    .set({ description: "Winter tires." })
    .where(eq(listingTable.id, ids["fair 3"]!));
  expect((await findIds()).indexOf(ids["fair 3"]!)).toBeLessThan(12);
  forgetPriceBook();
  await writeDealRanks();
  expect((await findIds()).slice(-3)).toEqual([ids.cheap, ids.dear, ids.alone]);
});
