import { beforeAll } from "vitest";
import { describeCarsForSale } from "#domain/search/cars-for-sale-conformance.fixture.ts";
import { generatedListings, storeListings } from "#domain/search/generated-listings.fixture.ts";
import { describeSearch } from "#domain/search/search-conformance.fixture.ts";
import { newestDictionary } from "#domain/search/search-dictionary.server.ts";
import { readSearchText } from "#domain/search/search-text.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { CarIndex } from "./car-index.ts";
import { countCarsForSale, findNearby, findSimilar } from "./index-cars-for-sale.ts";
import { readAllCars } from "./read-cars.server.ts";
import { learnWord } from "./read-words.server.ts";
import { searchIndex } from "./search-index.ts";

const postgres = useTestDatabase();
const listings = [...generatedListings(2_000)];
const index = new CarIndex();

beforeAll(async () => {
  await storeListings(listings);
  await postgres.asOwner((owner) => owner.execute("analyze"));
  const dictionary = await newestDictionary();
  await index.load(readAllCars(300), () => Promise.resolve(dictionary));
  // Some change, some go and come again.
  for await (const cars of readAllCars(7)) {
    const [first, second, third] = cars;
    if (second) index.remove(second.id);
    for (const car of [third, first, second]) if (car) index.put(car, dictionary);
  }
});

describeSearch("The search in memory", {
  search: async (request) => {
    const dictionary = await newestDictionary();
    for (const word of readSearchText(request.text, dictionary).words) {
      if (!index.words.has(word)) await learnWord(index, word);
    }
    const answer = searchIndex(index, dictionary, request);
    if (!answer) throw new Error("The index does not know what it has learnt.");
    return answer;
  },
  listings,
});

describeCarsForSale("The stock in memory", {
  carsForSale: {
    count: async () => countCarsForSale(index, await newestDictionary()),
    findSimilar: async (car) => findSimilar(index, car),
    findNearby: async (request) => findNearby(index, request),
  },
  listings,
});
