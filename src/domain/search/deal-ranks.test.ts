import { beforeAll, expect, it } from "vitest";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { forgetPriceBook } from "#domain/pricing/price-book.server.ts";
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
  // The only one of its kind: nobody knows what it should cost.
  await store("alone", 5_000, "Odyssey");
});

it("puts the best deals first, and last what nothing compares with", async () => {
  forgetPriceBook();
  await writeDealRanks();
  const found = await sqlSearch({
    filters: NO_FILTERS,
    text: "",
    geo: null,
    sort: "deal",
    after: null,
    limit: 50,
  });
  expect(found.ids[0]).toBe(ids.cheap);
  expect(found.ids.slice(-2)).toEqual([ids.dear, ids.alone]);
});
