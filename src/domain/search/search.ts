import type { Point } from "#values/distance.ts";
import type { ProvinceCode } from "#values/province.ts";
import { OPEN, type Range } from "./facet-kinds.ts";
import {
  type FacetName,
  FILTER_NAMES,
  type FilterName,
  type FilterValue,
  findFacet,
} from "./facets.ts";

/**
 * The interface of the car search. Every implementation (SQL, and the index in memory) must pass
 * the conformance suite beside this file. It returns only ids: the rows that people see come from
 * the database.
 */
export type Search = (request: SearchRequest) => Promise<SearchResult>;

export const SORTS = ["newest", "deal", "price", "price_desc", "km", "distance", "bids"] as const;
export type Sort = (typeof SORTS)[number];

/** The radii to choose from, in kilometres around a location. */
export const RADII_KM = [25, 50, 100, 250, 500] as const;

/**
 * Filters by facet. Values of one list are alternatives; a model narrows only its own make (Toyota
 * and Honda Civic means all Toyotas and the Civics), as a city narrows its province.
 */
export type SearchFilters = { readonly [Name in FilterName]: FilterValue<Name> } & {
  status: "live" | "sold";
  /**
   * The prices that match a range of payments, by the taxes on a car, which depend on its location
   * and seller. Other cars are excluded. This counts as the filter on prices; null if no payment is
   * requested.
   */
  pricesByTax: readonly PricesByTax[] | null;
};

export type PricesByTax = {
  prices: Range;
  cars: readonly { provinceCode: ProvinceCode; isDealer: boolean }[];
};

export type SearchRequest = {
  filters: SearchFilters;
  /** Words that must all occur: the rest that `readSearchText` leaves of a typed text. */
  text: string;
  /** With `radiusKm` null, the location is used only for sorting. */
  geo: (Point & { radiusKm: number | null }) | null;
  /** Sorting by distance without a location is by newest. */
  sort: Sort;
  /** `next` of the previous page; null for the first page. A malformed one is treated as null. */
  after: string | null;
  limit: number;
};

export type FacetCounts = {
  /**
   * How many cars each value would find, with every filter except this facet's own. Values that no
   * car has are absent. Keys: the code or name; `nameKey` for models and cities; `stepAmount` for
   * amounts; for `distance` the number within each of `RADII_KM`.
   */
  counts: Readonly<Record<string, number>>;
  /** How many cars there would be without this facet's own filter. */
  without: number;
};

export type SearchResult = {
  count: number;
  facets: Readonly<Record<FacetName, FacetCounts>>;
  ids: string[];
  /** Null on the last page. */
  next: string | null;
};

const noFilter = (name: FilterName) => [name, findFacet(name).kind === "range" ? OPEN : []];

export const NO_FILTERS = {
  ...Object.fromEntries(FILTER_NAMES.map(noFilter)),
  status: "live",
  pricesByTax: null,
  // Each facet has its own empty value, which cannot be typed for an object made from a list.
} as unknown as SearchFilters;
