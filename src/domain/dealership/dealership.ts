import type { ProvinceCode, RegionCode } from "#values/province.ts";
import { distanceKm, type Point } from "#values/distance.ts";

/** A dealership that may take the lead: it is open, takes the kind and serves the province. */
export type Candidate = Point & {
  id: string;
  name: string;
  leadEmail: string;
  provinceCode: ProvinceCode;
  servedRadiusKm: number;
  /** Leads that it was given lately. */
  recentLeadCount: number;
};

/** Where the person is, as far as they said. */
export type Location = { provinceCode: RegionCode | null; lat: number | null; lon: number | null };

/**
 * Who gets the lead. Of those that reach the place: the least loaded, then the nearest. Where none
 * reaches it: the nearest that stands in the province. Where only the province is known: the least
 * loaded of that province.
 */
export function chooseDealership<C extends Candidate>(
  candidates: readonly C[],
  location: Location,
): C | null {
  const inProvince = candidates.filter((each) => each.provinceCode === location.provinceCode);
  if (location.lat === null || location.lon === null) return leastLoaded(inProvince);
  const point = { lat: location.lat, lon: location.lon };
  const reaching = selectThatReach(candidates, location);
  return leastLoaded(reaching) ?? byDistance(inProvince, point)[0]?.each ?? null;
}

/** Those that reach the place, the nearest first; where only the province is known, those of it. */
export function selectThatReach<C extends Candidate>(
  candidates: readonly C[],
  location: Location,
): C[] {
  if (location.lat === null || location.lon === null)
    return candidates.filter((each) => each.provinceCode === location.provinceCode);
  return byDistance(candidates, { lat: location.lat, lon: location.lon })
    .filter(({ each, awayKm }) => awayKm <= each.servedRadiusKm)
    .map(({ each }) => each);
}

function byDistance<C extends Candidate>(candidates: readonly C[], point: Point) {
  return candidates
    .map((each) => ({ each, awayKm: distanceKm(point, each) }))
    .toSorted((a, b) => a.awayKm - b.awayKm);
}

/** The first of those with the fewest recent leads. */
function leastLoaded<C extends Candidate>(candidates: readonly C[]): C | null {
  const fewest = Math.min(...candidates.map((each) => each.recentLeadCount));
  return candidates.find((each) => each.recentLeadCount === fewest) ?? null;
}
