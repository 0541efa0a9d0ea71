import type { FacetName } from "./facets.ts";
import type { NearbyResult, NearbyRequest } from "./nearby-cars.ts";
import type { SearchFilters } from "./search.ts";
import type { SimilarTo } from "./similar-cars.ts";

/**
 * What pages ask of the cars for sale beside a search. Whatever answers it (SQL, and the index in
 * memory) must pass the conformance suite beside it, and answers with counts and ids only.
 */
export type CarsForSale = {
  /** How many cars for sale have each value. */
  count(): Promise<CarCounts>;
  /** What is said of those that pass the filters; null where there is none. */
  summarize(filters: SearchFilters): Promise<CarsSummary | null>;
  /** The cars for sale that are most like one, the most first. */
  findSimilar(car: SimilarTo): Promise<string[]>;
  /** The cars for sale around somebody. */
  findNearby(request: NearbyRequest): Promise<NearbyResult>;
};

/** The facets that there are landing pages of. */
export const COUNTED = [
  "bodyType",
  "make",
  "model",
  "province",
  "city",
] as const satisfies readonly FacetName[];

/** By code or name, models and cities by `nameKey`. Values that no car has are absent. */
export type CarCounts = Readonly<
  Record<(typeof COUNTED)[number], Readonly<Record<string, number>>>
>;

/** Whole dollars and kilometres; half of the cars are below each median. */
export type CarsSummary = {
  count: number;
  minCad: number;
  medianCad: number;
  maxCad: number;
  medianKm: number;
  /** Since 1970. */
  medianPostedAtS: number;
};
