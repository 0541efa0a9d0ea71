import { beforeAll, expect, it } from "vitest";
import { bruteForceSearch } from "#domain/search/brute-force-search.fixture.ts";
import { describeCarsForSale } from "#domain/search/cars-for-sale-conformance.fixture.ts";
import { generatedListings, storeListings } from "#domain/search/generated-listings.fixture.ts";
import { describeSearch, listEveryPage } from "#domain/search/search-conformance.fixture.ts";
import { newestDictionary } from "#domain/search/search-dictionary.server.ts";
import { listWords } from "#domain/search/search-text.ts";
import { NO_FILTERS, type Search, SORTS } from "#domain/search/search.ts";
import { sqlSearch } from "#domain/search/sql-search.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { CarIndex } from "./car-index.ts";
import { countCarsForSale, findNearby, findSimilar, summarize } from "./index-cars-for-sale.ts";
import { readAllCars } from "./read-cars.server.ts";
import { learnWord } from "./read-words.server.ts";
import { searchIndex } from "./search-index.ts";

const postgres = useTestDatabase();
const listings = [...generatedListings(2_000)];
const index = new CarIndex();
const NO_WORDS: ReadonlySet<string> = new Set();

beforeAll(async () => {
  await storeListings(listings);
  await postgres.asOwner((owner) => owner.execute("analyze"));
  const dictionary = await newestDictionary();
  for await (const cars of readAllCars(300)) {
    for (const car of cars) index.put(car, dictionary, NO_WORDS);
  }
  // Some cars change, some are removed and added again.
  for await (const cars of readAllCars(7)) {
    const [first, second, third] = cars;
    if (second) index.remove(second.id);
    for (const car of [third, first, second]) if (car) index.put(car, dictionary, NO_WORDS);
  }
});

const searchInMemory: Search = async (request) => {
  for (const word of listWords(request.text)) {
    if (!index.words.has(word)) await learnWord(index, word);
  }
  const result = searchIndex(index, request);
  if (!result) throw new Error("The index does not know what it has learnt.");
  return result;
};

describeSearch("The search in memory", { search: searchInMemory, listings });

// SQL answers while an index is behind, and then the index again: this may happen between two pages
// of one visitor.
it.each(SORTS)(
  "goes on by %s where SQL answered the page before, and SQL after it",
  async (sort) => {
    let pages = 0;
    const byTurns: Search = (request) => {
      pages += 1;
      return pages % 2 === 0 ? searchInMemory(request) : sqlSearch(request);
    };
    const request = {
      filters: NO_FILTERS,
      text: "",
      geo: { lat: 45.42, lon: -75.7, radiusKm: null },
      sort,
    };
    const { ids } = bruteForceSearch(listings, { ...request, limit: 1, after: null });
    expect(await listEveryPage(byTurns, request, 37)).toEqual(ids);
  },
);

describeCarsForSale("The stock in memory", {
  carsForSale: {
    count: async () => countCarsForSale(index),
    summarize: async (filters) => summarize(index, filters),
    findSimilar: async (car) => findSimilar(index, car),
    findNearby: async (request) => findNearby(index, request),
  },
  listings,
});
