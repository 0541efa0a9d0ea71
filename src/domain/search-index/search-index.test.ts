import { beforeAll } from "vitest";
import { generatedListings, storeListings } from "#domain/search/generated-listings.fixture.ts";
import { describeSearch } from "#domain/search/search-conformance.fixture.ts";
import { newestDictionary } from "#domain/search/search-dictionary.server.ts";
import { sqlSearch } from "#domain/search/sql-search.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { CarIndex } from "./car-index.ts";
import { readAllCars } from "./read-cars.server.ts";
import { searchIndex } from "./search-index.ts";

const postgres = useTestDatabase();
const listings = [...generatedListings(2_000)];
const index = new CarIndex();

beforeAll(async () => {
  await storeListings(listings);
  await postgres.asOwner((owner) => owner.execute("analyze"));
  const dictionary = await newestDictionary();
  for await (const cars of readAllCars(300)) for (const car of cars) index.put(car, dictionary);
});

describeSearch("The search in memory", {
  search: async (request) =>
    searchIndex(index, await newestDictionary(), request) ?? sqlSearch(request),
  listings,
});
