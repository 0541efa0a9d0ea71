import { suggestSearches } from "../../src/domain/landing/search-suggestions.server.ts";
import {
  findBudgetTerms,
  findPricesForPayments,
} from "../../src/domain/pricing/payment-estimate.ts";
import type { LoadedIndex } from "../../src/domain/search-index/follow-changes.server.ts";
import {
  countCarsForSale,
  findNearby,
  findSimilar,
  summarize,
} from "../../src/domain/search-index/index-cars-for-sale.ts";
import type { NearbyRequest } from "../../src/domain/search/nearby-cars.ts";
import { NO_FILTERS, type SearchFilters } from "../../src/domain/search/search.ts";
import type { SimilarTo } from "../../src/domain/search/similar-cars.ts";
import { sqlCarsForSale } from "../../src/domain/search/sql-cars-for-sale.server.ts";

/** What pages read about the cars for sale apart from a search, from the index and in SQL. */
export type Question = {
  inIndex(loaded: LoadedIndex): unknown;
  /** Null if SQL would do the same as for another question. */
  inSql: (() => Promise<unknown>) | null;
};

const NOBODYS_ID = "0198a000-0000-7000-8000-000000000000";

function similar(bodyType: SimilarTo["bodyType"]): Question {
  const car: SimilarTo = { id: NOBODYS_ID, bodyType, priceCad: 20_000, provinceCode: "ON" };
  return {
    inIndex: ({ cars }) => findSimilar(cars, car),
    inSql: () => sqlCarsForSale.findSimilar(car),
  };
}

function nearby(point: NearbyRequest["point"]): Question {
  const terms = findBudgetTerms("good", "ON");
  const findPrices = (min: number | null, max: number | null) =>
    findPricesForPayments({ min, max }, terms, { namedTo: null });
  const request: NearbyRequest = {
    bodyType: "suv",
    pricesByTax: findPrices(null, 499),
    bestPrices: findPrices(400, null),
    provinceCode: "ON",
    point,
    within: null,
  };
  return {
    inIndex: ({ cars }) => findNearby(cars, request),
    inSql: () => sqlCarsForSale.findNearby(request),
  };
}

function summary(filters: Partial<SearchFilters>): Question {
  const requested = { ...NO_FILTERS, ...filters };
  return {
    inIndex: ({ cars }) => summarize(cars, requested),
    inSql: () => sqlCarsForSale.summarize(requested),
  };
}

/** The counts are read once in ten seconds, whatever is typed: here they are cached. */
function suggestions(text: string): Question {
  return { inIndex: () => suggestSearches(text, { locale: "fr", most: 6 }), inSql: null };
}

export const QUESTIONS: Readonly<Record<string, Question>> = {
  "counts of all landing pages": {
    inIndex: ({ cars }) => countCarsForSale(cars),
    inSql: () => sqlCarsForSale.count(),
  },
  "facts of all SUVs": summary({ bodyType: ["suv"] }),
  "facts of all Honda Civics": summary({ make: ["Honda"], model: ["Honda_Civic"] }),
  "suggestions for “hon”": suggestions("hon"),
  "suggestions for “toyta corola”, misspelt": suggestions("toyta corola"),
  "cars like an SUV": similar("suv"),
  "cars like a minivan": similar("minivan"),
  "cars near somebody in Toronto": nearby({ lat: 43.66, lon: -79.39 }),
  "cars in somebody’s province": nearby(null),
};
