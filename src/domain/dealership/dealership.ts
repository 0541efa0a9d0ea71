import type { LeadKind } from "#values/lead-kind.ts";
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

/** The rules by which a dealership is chosen, in the order in which they are tried. */
export const ROUTE_RULES = [
  "sells_car",
  "fewest_leads",
  "nearest_in_province",
  "in_province",
] as const;

/** Why a dealership was chosen, as it was at that moment. */
export type RouteReason = {
  rule: (typeof ROUTE_RULES)[number];
  /** How many dealerships the rule chose from. */
  among: number;
  /** The leads that it was given in the 30 days before. */
  recentLeadCount: number;
  /** Whole kilometres from the person's city; null if that is not known. */
  awayKm: number | null;
};

type Route<C extends Candidate> = { chosen: C; reason: RouteReason };

/**
 * The dealership that gets the lead, and why. The one that sells the car that it is about. Else of
 * those that serve the location: the one with the fewest recent leads, then the nearest. If none
 * serves it: the nearest in the province. If only the province is known: the one in that province
 * with the fewest recent leads.
 */
export function chooseDealership<C extends Candidate>(
  candidates: readonly C[],
  location: Location & { sellingDealershipId?: string | null },
): Route<C> | null {
  const seller = candidates.find(({ id }) => id === location.sellingDealershipId);
  if (seller) return explain(seller, { rule: "sells_car", among: 1 }, location);
  const inProvince = candidates.filter((each) => each.provinceCode === location.provinceCode);
  const point = findPoint(location);
  const reaching = point ? selectThatReach(candidates, location) : [];
  const least = leastLoaded(point ? reaching : inProvince);
  if (least) {
    const rule = point ? "fewest_leads" : "in_province";
    return explain(least, { rule, among: (point ? reaching : inProvince).length }, location);
  }
  const nearest = point && byDistance(inProvince, point)[0]?.each;
  if (!nearest) return null;
  return explain(nearest, { rule: "nearest_in_province", among: inProvince.length }, location);
}

function explain<C extends Candidate>(
  chosen: C,
  by: Pick<RouteReason, "rule" | "among">,
  location: Location,
): Route<C> {
  const { recentLeadCount } = chosen;
  return { chosen, reason: { ...by, recentLeadCount, awayKm: findAwayKm(chosen, location) } };
}

function findPoint({ lat, lon }: Location): Point | null {
  return lat === null || lon === null ? null : { lat, lon };
}

function findAwayKm(dealership: Point, location: Location): number | null {
  const point = findPoint(location);
  return point && Math.round(distanceKm(point, dealership));
}

/** Any dealership, also one that gets no leads now. */
export type Considered = Candidate & {
  active: boolean;
  takesLeadKinds: readonly LeadKind[];
  servedProvinces: readonly ProvinceCode[];
};

export const PASSED_OVER_REASONS = [
  "paused",
  "other_kinds",
  "other_provinces",
  "too_far",
  "more_leads",
  "farther",
] as const;
export type PassedOver = {
  id: string;
  name: string;
  why: (typeof PASSED_OVER_REASONS)[number];
  recentLeadCount: number;
  awayKm: number | null;
  servedRadiusKm: number;
};

/** Who gets a lead of this kind and location, and of every other dealership why it does not. */
export function explainRoute(
  all: readonly Considered[],
  lead: Location & { kind: LeadKind },
): { route: Route<Considered> | null; others: PassedOver[] } {
  const refused = new Map(all.map((each) => [each, findRefusal(each, lead)]));
  const route = chooseDealership(
    all.filter((each) => refused.get(each) === null),
    lead,
  );
  const others = all
    .filter((each) => each !== route?.chosen)
    .map((each): PassedOver => {
      const awayKm = findAwayKm(each, lead);
      const { id, name, recentLeadCount, servedRadiusKm } = each;
      const shown = { id, name, recentLeadCount, servedRadiusKm, awayKm };
      const why = refused.get(each);
      if (why) return { ...shown, why };
      if (awayKm !== null && awayKm > servedRadiusKm) return { ...shown, why: "too_far" };
      const isBusier = recentLeadCount > (route?.chosen.recentLeadCount ?? 0);
      return { ...shown, why: isBusier ? "more_leads" : "farther" };
    });
  return { route, others };
}

function findRefusal(
  { active, takesLeadKinds, servedProvinces }: Considered,
  { kind, provinceCode }: Location & { kind: LeadKind },
): "paused" | "other_kinds" | "other_provinces" | null {
  if (!active) return "paused";
  if (!takesLeadKinds.includes(kind)) return "other_kinds";
  if (provinceCode === null) return null;
  return servedProvinces.some((each) => each === provinceCode) ? null : "other_provinces";
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
