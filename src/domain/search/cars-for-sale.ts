import type { FacetName } from "./facets.ts";
import type { NearbyResult, NearbyRequest } from "./nearby-cars.ts";
import type { SearchFilters } from "./search.ts";
import type { SimilarTo } from "./similar-cars.ts";

/**
 * What pages read about the cars for sale, apart from a search. Every implementation (SQL, and the
 * index in memory) must pass the conformance suite beside this file. It returns only counts and
 * ids.
 */
export type CarsForSale = {
  /** How many cars for sale have each value. */
  count(): Promise<CarCounts>;
  /** A summary of the cars that pass the filters; null if there are none. */
  summarize(filters: SearchFilters): Promise<CarsSummary | null>;
  /** The cars for sale that are most similar to one, the most similar first. */
  findSimilar(car: SimilarTo): Promise<string[]>;
  /** The cars for sale near a person. */
  findNearby(request: NearbyRequest): Promise<NearbyResult>;
};

/** The facets with landing pages. */
export const COUNTED = [
  "bodyType",
  "make",
  "model",
  "province",
  "city",
] as const satisfies readonly FacetName[];

/** Counts by code or name, of models and cities by `nameKey`. Values that no car has are absent. */
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
  /** Seconds since 1970. */
  medianPostedAtS: number;
};
