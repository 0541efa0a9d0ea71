import {
  NO_FILTERS,
  type SearchFilters,
  type SearchRequest,
} from "../../src/domain/search/search.ts";

const TORONTO = { lat: 43.7, lon: -79.42 };

function request(
  filters: Partial<SearchFilters>,
  rest: Partial<Omit<SearchRequest, "filters">> = {},
): SearchRequest {
  return {
    filters: { ...NO_FILTERS, ...filters },
    text: "",
    geo: null,
    sort: "newest",
    after: null,
    limit: 24,
    ...rest,
  };
}

/** One query of each usual kind, from all cars to nearly none. */
export const QUERIES: Readonly<Record<string, SearchRequest>> = {
  "no filter": request({}),
  "make + model": request({ make: ["Honda"], model: ["Honda_CR-V"] }),
  "one body type": request({ bodyType: ["suv"] }),
  "price + year + province": request({
    price: { min: 10_000, max: 30_000 },
    year: { min: 2018, max: 2022 },
    province: ["ON"],
  }),
  "five facets at once": request({
    make: ["Honda", "Toyota"],
    bodyType: ["suv", "sedan"],
    price: { min: null, max: 30_000 },
    transmission: ["automatic"],
    colour: ["red", "blue", "black"],
  }),
  "two features": request({ features: ["heated_seats", "leather_seats"] }),
  'text "civic 2018 leather"': request({}, { text: "civic 2018 leather" }),
  'text "leather"': request({}, { text: "leather" }),
  "100 km around Toronto": request({}, { geo: { ...TORONTO, radiusKm: 100 } }),
  "100 km around Toronto, nearest first": request(
    {},
    { geo: { ...TORONTO, radiusKm: 100 }, sort: "distance" },
  ),
  "nearest first, any distance": request(
    {},
    { geo: { ...TORONTO, radiusKm: null }, sort: "distance" },
  ),
  "cheapest first": request({}, { sort: "price" }),
  "most bids": request({}, { sort: "bids" }),
};
