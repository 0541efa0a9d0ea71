import { type Brand, BRANDS, isBranded } from "#domain/declaration/declaration.ts";
import type { Point } from "#values/distance.ts";
import type { ProvinceCode } from "#values/province.ts";
import type { BodyType } from "#values/vehicle.ts";
import { NO_FILTERS, type PricesByTax, type SearchFilters } from "./search.ts";

/** What counts as near: the first that holds three cars, else the second, whatever it holds. */
const NEAR_KM = [50, 100] as const;
/** How far somebody may look who asks for it; past it, the whole province. */
export const WIDER_KM = 250;
/** The circles whose cars are counted. */
export const NEARBY_RADII_KM = [...NEAR_KM, WIDER_KM] as const;
export const NEARBY_COUNT = 3;

/** How far is looked: as far as is near, or farther at the person's word. */
export type Within = typeof WIDER_KM | "province" | null;

export type NearbyRequest = {
  /** Null: cars of all types. */
  bodyType: BodyType | null;
  /** What the person can pay, by the taxes on a car; null: whatever it costs. */
  pricesByTax: readonly PricesByTax[] | null;
  /** Cars at these prices come first, the cheapest of them before; then the dearest of the others. */
  bestPrices: readonly PricesByTax[];
  provinceCode: ProvinceCode;
  /** Null where only the province is known. */
  point: Point | null;
  within: Within;
};

export type NearbyResult = NearbyArea & {
  /** At most `NEARBY_COUNT`, the best first. */
  ids: string[];
};

/** Where was looked, and how many cars are there. */
export type NearbyArea = {
  count: number;
  /** Null: in the whole province. */
  radiusKm: number | null;
  /** Where more of them are to be found: within the next circle or, null, in the whole province. */
  wider: { radiusKm: number | null; count: number } | null;
};

export function filterNearby({ bodyType, pricesByTax }: NearbyRequest): SearchFilters {
  return { ...NO_FILTERS, bodyType: bodyType ? [bodyType] : [], pricesByTax };
}

/** Counts when it is called. */
export type Count = () => number;

/**
 * Within 50 and 100 km, and farther only where it is asked for: what is far is not near. A place
 * without coordinates has its province. Counts only as far as it matters.
 *
 * @param counts of each of `NEARBY_RADII_KM`, none where there is no point; and of the province
 */
export function chooseArea(
  { within }: Pick<NearbyRequest, "within">,
  counts: { inCircles: readonly Count[]; inProvince: Count },
): NearbyArea {
  const province = { radiusKm: null, count: counts.inProvince };
  const circles = counts.inCircles.map((count, at) => ({ radiusKm: NEARBY_RADII_KM[at]!, count }));
  const near = circles.filter(({ radiusKm }) => radiusKm !== WIDER_KM);
  const circle =
    within === WIDER_KM
      ? circles.at(-1)
      : (near.find(({ count }) => count() >= NEARBY_COUNT) ?? near.at(-1));
  if (within === "province" || !circle) {
    return { radiusKm: null, count: province.count(), wider: null };
  }
  const { radiusKm } = circle;
  const count = circle.count();
  for (const step of [...circles.filter((each) => each.radiusKm > radiusKm), province]) {
    const more = step.count();
    if (more > count) return { radiusKm, count, wider: { radiusKm: step.radiusKm, count: more } };
  }
  return { radiusKm, count, wider: null };
}

/** What each implementation says in its own way of a car: in SQL, or as a function of it. */
export type NearbyLanguage<Key> = {
  /** Less for a car that is not declared to be written off than for one that is. */
  isBranded(): Key;
  /** Less for a car at one of the prices than for any other. */
  isAt(prices: readonly PricesByTax[]): Key;
  /** The price of a car at one of the prices, less than nothing by its price for any other. */
  priceFrom(prices: readonly PricesByTax[]): Key;
  distanceFrom(point: Point): Key;
  /** Less for a later one. */
  latestYear(): Key;
};

/** The brands of cars that come last: what is proposed to somebody is not the written-off car first. */
export const WRITTEN_OFF: readonly Brand[] = BRANDS.filter(isBranded);

/**
 * The cheapest at the best prices first; then, of those below, what comes nearest to them. Of the same
 * price the nearest, then the newest, then the later id. Those that are written off come after all
 * others, in the same order.
 */
export function orderNearby<Key>(
  { bestPrices, point }: NearbyRequest,
  language: NearbyLanguage<Key>,
): Key[] {
  return [
    language.isBranded(),
    language.isAt(bestPrices),
    language.priceFrom(bestPrices),
    ...(point ? [language.distanceFrom(point)] : []),
    language.latestYear(),
  ];
}
