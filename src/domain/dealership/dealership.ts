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

/** Why a dealership was chosen, as it was at that moment. */
export type RouteReason = {
  rule:
    | "sells_car"
    /** Of those that serve the place, or of those in the province if the place is not known. */
    | "fewest_leads"
    | "in_province"
    /** Of those with the fewest leads. */
    | "nearest"
    /** None serves the place. */
    | "nearest_in_province";
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
    const among = point ? reaching : inProvince;
    const equals = among.filter((each) => each.recentLeadCount === least.recentLeadCount);
    if (!point) return explain(least, { rule: "in_province", among: among.length }, location);
    return equals.length > 1
      ? explain(least, { rule: "nearest", among: equals.length }, location)
      : explain(least, { rule: "fewest_leads", among: among.length }, location);
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

export type PassedOver = {
  id: string;
  name: string;
  why:
    | NonNullable<ReturnType<typeof findRefusal>>
    | "too_far"
    /** It serves the person's province from another one, and only their province is known. */
    | "place_unknown"
    | "more_leads"
    | "farther"
    /** Of equals the first by name gets it. */
    | "later_by_name";
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
      if (awayKm === null && each.provinceCode !== lead.provinceCode)
        return { ...shown, why: "place_unknown" };
      if (recentLeadCount > (route?.chosen.recentLeadCount ?? 0))
        return { ...shown, why: "more_leads" };
      return { ...shown, why: awayKm === null ? "later_by_name" : "farther" };
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
