import type { Point } from "#values/distance.ts";
import type { ProvinceCode } from "#values/province.ts";
import type { BodyType, Colour, Condition, Drive, Fuel, Transmission } from "#values/vehicle.ts";

/**
 * The boundary of the car search. Whatever answers it (SQL today) must pass the conformance suite
 * beside it, and answers with ids only: the rows that people see come from the database.
 */
export type Search = (request: SearchRequest) => Promise<SearchAnswer>;

export const SORTS = ["newest", "price", "price_desc", "km", "distance", "bids"] as const;
export type Sort = (typeof SORTS)[number];

/** The circles to choose from, in kilometres around a place. */
export const RADII_KM = [25, 50, 100, 250, 500] as const;

// oxfmt-ignore
export const FACETS = [
  "make", "model", "bodyType", "year", "price", "km", "fuel", "transmission", "drive", "colour",
  "province", "city", "condition", "seller", "distance",
] as const;
export type FacetName = (typeof FACETS)[number];

export const SELLER_KINDS = ["private", "dealer"] as const;
export type SellerKind = (typeof SELLER_KINDS)[number];

/** Both ends included; null: open. */
export type Range = { min: number | null; max: number | null };

export type ModelName = { make: string; model: string };
export type CityName = { provinceCode: ProvinceCode; city: string };

/** An empty list or an open range filters nothing. Values of one list are alternatives. */
export type SearchFilters = {
  status: "live" | "sold";
  makes: readonly string[];
  /** A model narrows its own make only: Toyota and Honda Civic are all Toyotas and the Civics. */
  models: readonly ModelName[];
  bodyTypes: readonly BodyType[];
  year: Range;
  priceCad: Range;
  /** The price range stands for payments: a car in Quebec has none and is left out. */
  isPriceFromPayment: boolean;
  odometerKm: Range;
  fuels: readonly Fuel[];
  transmissions: readonly Transmission[];
  drives: readonly Drive[];
  colours: readonly Colour[];
  provinces: readonly ProvinceCode[];
  /** A city narrows its own province only, as a model does its make. */
  cities: readonly CityName[];
  conditions: readonly Condition[];
  sellers: readonly SellerKind[];
};

export type SearchRequest = {
  filters: SearchFilters;
  /** As typed. Makes, models and years are read out of it first; every other word must occur. */
  text: string;
  /** `radiusKm` null: the place only orders. */
  geo: (Point & { radiusKm: number | null }) | null;
  /** By distance without a place is by newest. */
  sort: Sort;
  /** `next` of the page before; null for the first page. One that is none of ours reads as null. */
  after: string | null;
  limit: number;
};

export type Facet = {
  /**
   * How many cars each value would give with every filter but this facet's own. Values that none
   * has are absent. Keys: the code or name; `nameKey` for models and cities; `priceBucket` and
   * `kmBucket` for amounts; for `distance` how many within each of `RADII_KM`.
   */
  counts: Readonly<Record<string, number>>;
  /** How many cars there are without this facet's own filter. */
  without: number;
};

export type SearchAnswer = {
  count: number;
  facets: Readonly<Record<FacetName, Facet>>;
  ids: string[];
  /** Null on the last page. */
  next: string | null;
};

export const NO_FILTERS: SearchFilters = {
  status: "live",
  makes: [],
  models: [],
  bodyTypes: [],
  year: { min: null, max: null },
  priceCad: { min: null, max: null },
  isPriceFromPayment: false,
  odometerKm: { min: null, max: null },
  fuels: [],
  transmissions: [],
  drives: [],
  colours: [],
  provinces: [],
  cities: [],
  conditions: [],
  sellers: [],
};

/** "Honda_CR-V", "ON_Toronto": a name inside another, as keys and addresses write it. */
export function nameKey(outer: string, inner: string): string {
  return `${outer}_${inner}`;
}

export function isOpen(range: Range): boolean {
  return range.min === null && range.max === null;
}
