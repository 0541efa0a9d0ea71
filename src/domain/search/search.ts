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
 * The boundary of the car search. Whatever answers it (SQL today) must pass the conformance suite
 * beside it, and answers with ids only: the rows that people see come from the database.
 */
export type Search = (request: SearchRequest) => Promise<SearchResult>;

export const SORTS = ["newest", "deal", "price", "price_desc", "km", "distance", "bids"] as const;
export type Sort = (typeof SORTS)[number];

/** The circles to choose from, in kilometres around a place. */
export const RADII_KM = [25, 50, 100, 250, 500] as const;

/**
 * By facet. Values of one list are alternatives; a model narrows its own make only (Toyota and Honda
 * Civic are all Toyotas and the Civics), as a city does its province.
 */
export type SearchFilters = { readonly [Name in FilterName]: FilterValue<Name> } & {
  status: "live" | "sold";
  /**
   * What a range of payments comes to in prices, by the taxes on a car: where it is and who sells
   * it. Other cars are left out. Counts as the filter on prices; null where no payment is asked for.
   */
  pricesByTax: readonly PricesByTax[] | null;
};

export type PricesByTax = {
  prices: Range;
  cars: readonly { provinceCode: ProvinceCode; isDealer: boolean }[];
};

export type SearchRequest = {
  filters: SearchFilters;
  /** Words that must all occur: what `readSearchText` leaves of a typed text. */
  text: string;
  /** `radiusKm` null: the place only orders. */
  geo: (Point & { radiusKm: number | null }) | null;
  /** By distance without a place is by newest. */
  sort: Sort;
  /** `next` of the page before; null for the first page. A malformed one reads as null. */
  after: string | null;
  limit: number;
};

export type FacetCounts = {
  /**
   * How many cars each value would give with every filter but this facet's own. Values that none
   * has are absent. Keys: the code or name; `nameKey` for models and cities; `stepAmount` for
   * amounts; for `distance` how many within each of `RADII_KM`.
   */
  counts: Readonly<Record<string, number>>;
  /** How many cars there are without this facet's own filter. */
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
  // Each facet has its own kind of nothing, which an object made of a list cannot say.
} as unknown as SearchFilters;
