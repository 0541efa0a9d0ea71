import { type Brand, BRANDS, isBranded } from "#domain/declaration/declaration.ts";
import type { Point } from "#values/distance.ts";
import type { ProvinceCode } from "#values/province.ts";
import type { BodyType } from "#values/vehicle.ts";
import { NO_FILTERS, type PricesByTax, type SearchFilters } from "./search.ts";

/**
 * What counts as near: the first circle that contains three cars, otherwise the second, whatever it
 * contains.
 */
const NEAR_KM = [50, 100] as const;
/** How far a person may extend the search; beyond it, the whole province. */
export const WIDER_KM = 250;
/** The circles whose cars are counted. */
export const NEARBY_RADII_KM = [...NEAR_KM, WIDER_KM] as const;
export const NEARBY_COUNT = 3;

/** The searched area: null means what counts as near; the others are chosen by the person. */
export type Within = typeof WIDER_KM | "province" | null;

export type NearbyRequest = {
  /** Null: cars of all types. */
  bodyType: BodyType | null;
  /** What the person can pay, by the taxes on a car; null: any price. */
  pricesByTax: readonly PricesByTax[] | null;
  /**
   * Cars at these prices come first, the cheapest first; then the others, the most expensive first.
   */
  bestPrices: readonly PricesByTax[];
  provinceCode: ProvinceCode;
  /** Null if only the province is known. */
  point: Point | null;
  within: Within;
};

export type NearbyResult = NearbyArea & {
  /** At most `NEARBY_COUNT`, the best first. */
  ids: string[];
};

/** The searched area, and the number of cars in it. */
export type NearbyArea = {
  count: number;
  /** Null: in the whole province. */
  radiusKm: number | null;
  /**
   * Where there are more cars: within the next circle or, if `radiusKm` is null, in the whole
   * province.
   */
  wider: { radiusKm: number | null; count: number } | null;
};

export function filterNearby({ bodyType, pricesByTax }: NearbyRequest): SearchFilters {
  return { ...NO_FILTERS, bodyType: bodyType ? [bodyType] : [], pricesByTax };
}

/** Counts only when it is called. */
export type Count = () => number;

/**
 * Searches within 50 and 100 km, and farther only on request, because distant cars are not near. A
 * location without coordinates uses its province. Counts only as far as necessary.
 *
 * @param counts of each of `NEARBY_RADII_KM`, empty without a point; and of the province
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

/**
 * The sort keys of a car that each implementation expresses in its own terms: in SQL, or as a
 * function of the car.
 */
export type NearbyLanguage<Key> = {
  /** Lower for a car that is not declared written off. */
  isBranded(): Key;
  /** Lower for a car at one of the prices. */
  isAt(prices: readonly PricesByTax[]): Key;
  /** The price of a car at one of the prices; for any other car its negative price. */
  priceFrom(prices: readonly PricesByTax[]): Key;
  distanceFrom(point: Point): Key;
  /** Lower for a later year. */
  latestYear(): Key;
};

/** The brands of cars that come last: a written-off car must not be the first suggestion. */
export const WRITTEN_OFF: readonly Brand[] = BRANDS.filter(isBranded);

/**
 * The cheapest at the best prices first; then the others, the most expensive first, so that of the
 * cheaper cars those nearest to these prices come first. At the same price, the nearest, then the
 * newest, then the later id. Written-off cars come after all others, in the same order.
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
