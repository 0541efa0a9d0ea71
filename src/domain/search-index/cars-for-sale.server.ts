import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { findPublicCards, findPublicCardsBy } from "#domain/listing/listing-queries.server.ts";
import type { CarsForSale } from "#domain/search/cars-for-sale.ts";
import type { SimilarTo } from "#domain/search/similar-cars.ts";
import { similarQuery, sqlCarsForSale } from "#domain/search/sql-cars-for-sale.server.ts";
import { countCarsForSale, findNearby, findSimilar, summarize } from "./index-cars-for-sale.ts";
import { askIndex } from "./search-cars.server.ts";

/**
 * What pages show of the cars for sale: from the index if it has everything that was committed,
 * otherwise by SQL.
 */
export const carsForSale: CarsForSale = {
  count: () =>
    askIndex(
      ({ cars }) => countCarsForSale(cars),
      () => sqlCarsForSale.count(),
    ),
  summarize: (filters) =>
    askIndex(
      ({ cars }) => summarize(cars, filters),
      () => sqlCarsForSale.summarize(filters),
    ),
  findSimilar: (car) =>
    askIndex(
      ({ cars }) => findSimilar(cars, car),
      () => sqlCarsForSale.findSimilar(car),
    ),
  findNearby: (request) =>
    askIndex(
      ({ cars }) => findNearby(cars, request),
      () => sqlCarsForSale.findNearby(request),
    ),
};

/** The cards of the cars for sale that are most similar to one. */
export async function findSimilarCars(car: SimilarTo): Promise<ListingCardFacts[]> {
  const cards = await askIndex(
    ({ cars }) => findPublicCards(findSimilar(cars, car)),
    async () => findPublicCardsBy(await similarQuery(car)),
  );
  // One of them may have been sold a moment ago.
  return cards.filter(({ state }) => state === "live");
}
