import type { ProvinceCode, RegionCode } from "#values/province.ts";
import { distanceKm, type Point } from "#values/distance.ts";

/** A dealership that may get the lead: it is active, takes the kind and serves the province. */
export type Candidate = Point & {
  id: string;
  name: string;
  leadEmail: string;
  provinceCode: ProvinceCode;
  servedRadiusKm: number;
  /** How many leads it was given recently. */
  recentLeadCount: number;
};

/** The person's location, as far as they stated it. */
export type Location = { provinceCode: RegionCode | null; lat: number | null; lon: number | null };

/**
 * The dealership that gets the lead. Of those that serve the location: the one with the fewest
 * recent leads, then the nearest. If none serves it: the nearest in the province. If only the
 * province is known: the one in that province with the fewest recent leads.
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

/**
 * The dealerships that serve the location, the nearest first; if only the province is known, those
 * in it.
 */
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
