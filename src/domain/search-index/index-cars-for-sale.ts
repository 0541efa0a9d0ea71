import { buildConditions, listConditions } from "#domain/search/conditions.ts";
import {
  chooseArea,
  filterNearby,
  NEARBY_COUNT,
  NEARBY_RADII_KM,
  type NearbyLanguage,
  type NearbyRequest,
  type NearbyResult,
  orderNearby,
  WRITTEN_OFF,
} from "#domain/search/nearby-cars.ts";
import type { SearchFilters } from "#domain/search/search.ts";
import {
  filterSimilar,
  type LikenessLanguage,
  measureLikeness,
  NEWEST_CONSIDERED,
  SIMILAR_COUNT,
  type SimilarTo,
} from "#domain/search/similar-cars.ts";
import { type CarCounts, type CarsSummary, COUNTED } from "#domain/search/cars-for-sale.ts";
import { makeRecord } from "#values/record.ts";
import {
  type Bitmap,
  countBits,
  hasBit,
  intersect,
  listBits,
  subtract,
} from "#packages/faceted-index/bitmap";
import type { AmountName, CarIndex, CarRows } from "./car-index.ts";
import { writeCounts } from "./car-facets.ts";
import { inBitmaps } from "./select-cars.ts";

/** The cars for sale that pass the filters. */
function select({ rows: { live } }: CarIndex, filters: SearchFilters): Bitmap {
  const conditions = buildConditions({ filters, geo: null }, [], inBitmaps(live));
  return intersect(live.all, ...listConditions(conditions));
}

/** The number of cars for sale with each value: the counts of a search without filters. */
export function countCarsForSale({ rows: { live } }: CarIndex): CarCounts {
  const counts = live.count(live.all, COUNTED);
  return makeRecord(COUNTED, (name) => writeCounts(name, counts.get(name)!, live.names(name)));
}

/** A summary of the cars for sale that pass the filters; null if there are none. */
export function summarize(index: CarIndex, filters: SearchFilters): CarsSummary | null {
  const rows = listBits(select(index, filters));
  if (rows.length === 0) return null;
  const read = (name: AmountName) => {
    const amounts = index.rows.live.amounts(name);
    const own = new Float64Array(rows.length);
    for (let at = 0; at < own.length; at += 1) own[at] = amounts[rows[at]!]!;
    return own;
  };
  const prices = read("price");
  return {
    count: prices.length,
    medianCad: findMedian(prices),
    minCad: prices.reduce((least, each) => Math.min(least, each)),
    maxCad: prices.reduce((most, each) => Math.max(most, each)),
    medianKm: findMedian(read("km")),
    medianPostedAtS: findMedian(read("postedAt").map((microseconds) => microseconds / 1e6)),
  };
}

/** The same as PostgreSQL's `percentile_cont(0.5)`. Reorders `amounts`. */
function findMedian(amounts: Float64Array): number {
  const [lower, upper] = [(amounts.length - 1) >> 1, amounts.length >> 1];
  const one = findNth(amounts, lower);
  // None of the amounts after this position is less.
  const other =
    upper === lower
      ? one
      : amounts.subarray(upper).reduce((least, each) => Math.min(least, each), Infinity);
  return one + (other - one) * 0.5;
}

/**
 * The amount that would be at this position after sorting (quickselect): a tenth of the time of
 * sorting all.
 */
function findNth(amounts: Float64Array, position: number): number {
  let low = 0;
  let high = amounts.length - 1;
  while (low < high) {
    const pivot = amounts[position]!;
    let left = low;
    let right = high;
    while (left <= right) {
      while (amounts[left]! < pivot) left += 1;
      while (amounts[right]! > pivot) right -= 1;
      if (left > right) break;
      [amounts[left], amounts[right]] = [amounts[right]!, amounts[left]!];
      left += 1;
      right -= 1;
    }
    if (right < position) low = left;
    if (position < left) high = right;
  }
  return amounts[position]!;
}

/** The ids of the cars for sale that are most similar to one, most similar first. */
export function findSimilar(index: CarIndex, car: SimilarTo): string[] {
  const { live } = index.rows;
  const newest = live.first(select(index, filterSimilar(car)), {
    by: "postedAt",
    isDescending: true,
    after: null,
    limit: NEWEST_CONSIDERED + 1,
  });
  const others = newest.filter(({ id }) => id !== car.id).slice(0, NEWEST_CONSIDERED);
  return selectLeast(
    live,
    others.map(({ row }) => row),
    { keys: [measureLikeness(car, likenessIn(live))], most: SIMILAR_COUNT, isDescending: false },
  );
}

function likenessIn(rows: CarRows): LikenessLanguage<Key> {
  const prices = rows.amounts("price");
  return {
    priceGapTo: (priceCad) => (row) => Math.abs(prices[row]! - priceCad),
    elsewhere: (provinceCode, costsCad) => {
      const there = inBitmaps(rows).hasAny("province", [provinceCode]);
      return (row) => (hasBit(there, row) ? 0 : costsCad);
    },
    sum: (one, other) => (row) => one(row) + other(row),
  };
}

/** The cars for sale near a visitor. */
export function findNearby(index: CarIndex, request: NearbyRequest): NearbyResult {
  const { live } = index.rows;
  const language = inBitmaps(live);
  const cars = select(index, filterNearby(request));
  // Probably nobody else asks for exactly this point.
  const circles = request.point ? live.circles(request.point, NEARBY_RADII_KM, false) : [];
  const inCircles = circles.map((circle) => intersect(cars, circle));
  const inProvince = intersect(cars, language.hasAny("province", [request.provinceCode]));
  const area = chooseArea(request, {
    inCircles: inCircles.map((there) => () => countBits(there)),
    inProvince: () => countBits(inProvince),
  });
  const at = NEARBY_RADII_KM.findIndex((radiusKm) => radiusKm === area.radiusKm);
  const there = inCircles[at] ?? inProvince;
  const best = intersect(there, language.isPricedByTax(request.bestPrices));
  const writtenOff = language.hasAny("brand", WRITTEN_OFF);
  const first = subtract(best, writtenOff);
  const candidates = countBits(first) >= NEARBY_COUNT ? first : there;
  const ids = selectLeast(live, listBits(candidates), {
    keys: orderNearby(request, nearbyIn(live, { best, writtenOff })),
    most: NEARBY_COUNT,
    isDescending: true,
  });
  return { ...area, ids };
}

/** @param sets the cars with the best price ratings, and those that are written off */
function nearbyIn(
  rows: CarRows,
  { best, writtenOff }: { best: Bitmap; writtenOff: Bitmap },
): NearbyLanguage<Key> {
  const [prices, years] = [rows.amounts("price"), rows.amounts("year")];
  return {
    isBranded: () => (row) => (hasBit(writtenOff, row) ? 1 : 0),
    isAt: () => (row) => (hasBit(best, row) ? 0 : 1),
    priceFrom: () => (row) => (hasBit(best, row) ? prices[row]! : -prices[row]!),
    distanceFrom: (point) => (row) => rows.distanceKm(row, point),
    latestYear: () => (row) => -years[row]!,
  };
}

/** A number of a car, by row. */
type Key = (row: number) => number;

type Selection = {
  /** Later keys are computed only if the earlier ones are equal. */
  keys: readonly Key[];
  most: number;
  /** For cars with equal keys: whether the later id comes first. */
  isDescending: boolean;
};

/** The ids of the first cars by the keys, least first, at most `most`. */
function selectLeast(
  cars: CarRows,
  rows: ArrayLike<number>,
  { keys, most, isDescending }: Selection,
): string[] {
  const compare = (one: number, other: number): number => {
    for (const key of keys) {
      const difference = key(one) - key(other);
      if (difference !== 0) return difference;
    }
    return cars.id(one) < cars.id(other) === isDescending ? 1 : -1;
  };
  const best: number[] = [];
  for (let each = 0; each < rows.length; each += 1) {
    const row = rows[each]!;
    const last = best.length === most ? best.at(-1) : undefined;
    if (last !== undefined) {
      if (compare(row, last) >= 0) continue;
      best.pop();
    }
    const at = best.findIndex((other) => compare(row, other) < 0);
    best.splice(at < 0 ? best.length : at, 0, row);
  }
  return best.map((row) => cars.id(row));
}
