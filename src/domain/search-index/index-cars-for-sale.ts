import {
  buildConditions,
  type ConditionLanguage,
  listConditions,
} from "#domain/search/conditions.ts";
import {
  chooseArea,
  filterNearby,
  NEARBY_COUNT,
  NEARBY_RADII_KM,
  type NearbyResult,
  type NearbyLanguage,
  type NearbyRequest,
  orderNearby,
  WRITTEN_OFF,
} from "#domain/search/nearby-cars.ts";
import { NO_FILTERS, type PricesByTax, type SearchFilters } from "#domain/search/search.ts";
import {
  filterSimilar,
  type LikenessLanguage,
  measureLikeness,
  NEWEST_CONSIDERED,
  SIMILAR_COUNT,
  type SimilarTo,
} from "#domain/search/similar-cars.ts";
import { type CarCounts, type CarsSummary, COUNTED } from "#domain/search/cars-for-sale.ts";
import { distanceKm } from "#values/distance.ts";
import type { ProvinceCode } from "#values/province.ts";
import { makeRecord } from "#values/record.ts";
import {
  type Bitmap,
  countBits,
  hasBit,
  intersect,
  intersectAll,
  Scratch,
  subtract,
  unite,
} from "./bitmap.ts";
import type { CarIndex } from "./car-index.ts";
import { findPriceBounds, type PriceBounds } from "./price-bounds.ts";
import { searchIndex } from "./search-index.ts";
import { inBitmaps } from "./select-cars.ts";
import { summarizeCars } from "./summarize-cars.ts";
import { type CarTest, inTests } from "./single-car-conditions.ts";

/** To find the cars whose price says enough costs as much as asking so many. */
const MOST_ASKED = 5_000;
const NO_WORDS: readonly Bitmap[] = [];

const scratch = new Scratch();

/** The cars for sale that pass the filters: a set that the next question overwrites. */
function select(index: CarIndex, filters: SearchFilters): Bitmap {
  scratch.start(index.capacity);
  const conditions = listConditions(build(filters, speakBitmaps(index)));
  return intersectAll(
    conditions.map(({ cars }) => cars),
    scratch,
  );
}

function build<Part>(filters: SearchFilters, language: ConditionLanguage<Part>) {
  return buildConditions({ filters, geo: null }, [], language);
}

function speakBitmaps(index: CarIndex) {
  return inBitmaps(index, scratch, () => {
    throw new Error("No words are looked for.");
  });
}

/** Whether a car is at one of the prices. */
function testPrices(index: CarIndex, pricesByTax: readonly PricesByTax[]): CarTest {
  const conditions = build({ ...NO_FILTERS, pricesByTax }, inTests(index, NO_WORDS));
  return conditions.byFacet.get("price") ?? (() => true);
}

/** Takes the cars at other prices from a set of the caller's own. */
type CarFilter = (cars: Bitmap) => void;

/**
 * Those at one of the prices: where a car stands is quickly told, what it costs with its taxes is not.
 * Of many only those are asked whose price alone does not say it.
 */
function retainPriced(index: CarIndex, pricesByTax: SearchFilters["pricesByTax"]): CarFilter {
  if (pricesByTax === null) return () => {};
  const isPriced = testPrices(index, pricesByTax);
  let known: { sure: Bitmap; possible: Bitmap } | undefined;
  return (cars) => {
    if (countBits(cars) > MOST_ASKED) {
      known ??= selectBounds(index, pricesByTax);
      const requested = intersectAll([cars, known.possible], scratch);
      subtract(requested, known.sure);
      retainWhere(requested, isPriced);
      intersect(cars, known.sure);
      unite(cars, requested);
    } else retainWhere(cars, isPriced);
  };
}

/** The cars whose price is surely one of those, and those that may be at one. */
function selectBounds(index: CarIndex, pricesByTax: readonly PricesByTax[]) {
  const language = speakBitmaps(index);
  const select = ({ min, max }: PriceBounds) =>
    (min > max ? language.never() : language.isWithin("price", { min, max })).cars;
  const { sure, possible } = findPriceBounds(pricesByTax);
  return { sure: select(sure), possible: select(possible) };
}

function carsIn(index: CarIndex, provinceCode: ProvinceCode): Bitmap {
  return speakBitmaps(index).hasAny("province", [provinceCode]).cars;
}

/** How many cars for sale have each value: what a search without a filter counts. */
export function countCarsForSale(index: CarIndex): CarCounts {
  const found = searchIndex(index, {
    filters: NO_FILTERS,
    text: "",
    geo: null,
    sort: "newest",
    after: null,
    limit: 0,
  });
  if (!found) throw new Error("The index always knows a search without words.");
  return makeRecord(COUNTED, (name) => found.facets[name].counts);
}

/** What is said of the cars for sale that pass the filters; null where there is none. */
export function summarize(index: CarIndex, filters: SearchFilters): CarsSummary | null {
  return summarizeCars(index, select(index, filters), scratch);
}

/** The cars for sale that are most like one, the most first. */
export function findSimilar(index: CarIndex, car: SimilarTo): string[] {
  const cars = select(index, filterSimilar(car));
  const own = index.ids.find(car.id);
  const newest: number[] = [];
  let left = countBits(cars);
  const { newest: order } = index.stocks.live.orders;
  order.walkBack(order.end, (slot) => {
    if (!hasBit(cars, slot)) return left === 0;
    left -= 1;
    if (slot !== own) newest.push(slot);
    return left === 0 || newest.length === NEWEST_CONSIDERED;
  });
  const likeness = measureLikeness(car, likenessIn(index));
  return selectLeast(newest, {
    keys: [likeness],
    compareIds: (one, other) => index.ids.compare(one, other),
    most: SIMILAR_COUNT,
  }).map((slot) => index.ids.read(slot));
}

function likenessIn(index: CarIndex): LikenessLanguage<Key> {
  const { price } = index.amounts.ranges;
  return {
    priceGapTo: (priceCad) => (slot) => Math.abs(price[slot]! - priceCad),
    elsewhere: (provinceCode, costsCad) => {
      const there = carsIn(index, provinceCode);
      return (slot) => (hasBit(there, slot) ? 0 : costsCad);
    },
    sum: (one, other) => (slot) => one(slot) + other(slot),
  };
}

/** The cars for sale around somebody. */
export function findNearby(index: CarIndex, request: NearbyRequest): NearbyResult {
  const { pricesByTax, ...filters } = filterNearby(request);
  const cars = select(index, { ...filters, pricesByTax: null });
  const around = request.point && index.points.aroundOnce(request.point);
  const retain = retainPriced(index, pricesByTax);
  const places = new Map<number | null, Bitmap>();
  const carsWithin = (radiusKm: number | null) => {
    const known = places.get(radiusKm);
    if (known) return known;
    const nearby = radiusKm === null ? null : around?.findWithin(radiusKm);
    const there = intersectAll([cars, nearby ?? carsIn(index, request.provinceCode)], scratch);
    retain(there);
    places.set(radiusKm, there);
    return there;
  };
  const area = chooseArea(request, {
    inCircles: around
      ? NEARBY_RADII_KM.map((radiusKm) => () => countBits(carsWithin(radiusKm)))
      : [],
    inProvince: () => countBits(carsWithin(null)),
  });
  const there = carsWithin(area.radiusKm);
  const best = scratch.take(there);
  retainPriced(index, request.bestPrices)(best);
  const writtenOff = speakBitmaps(index).hasAny("brand", WRITTEN_OFF).cars;
  const first = scratch.take(best);
  subtract(first, writtenOff);
  const candidates = countBits(first) >= NEARBY_COUNT ? first : there;
  const found = selectLeast(listSlots(candidates), {
    keys: orderNearby(request, nearbyIn(index, { best, writtenOff })),
    compareIds: (one, other) => index.ids.compare(other, one),
    most: NEARBY_COUNT,
  });
  return { ...area, ids: found.map((slot) => index.ids.read(slot)) };
}

/** @param cars the caller's own, from which the others are taken */
function retainWhere(cars: Bitmap, isWanted: CarTest): void {
  for (let word = 0; word < cars.length; word += 1) {
    let left = cars[word]!;
    while (left !== 0) {
      const lowest = left & -left;
      if (!isWanted((word << 5) + 31 - Math.clz32(lowest))) cars[word]! ^= lowest;
      left ^= lowest;
    }
  }
}

function listSlots(cars: Bitmap): Int32Array {
  const { slots, count } = scratch.list(cars);
  return slots.subarray(0, count);
}

/** @param sets the cars at the best prices, and those that are written off */
function nearbyIn(
  index: CarIndex,
  { best, writtenOff }: { best: Bitmap; writtenOff: Bitmap },
): NearbyLanguage<Key> {
  const { price, year } = index.amounts.ranges;
  return {
    isBranded: () => (slot) => (hasBit(writtenOff, slot) ? 1 : 0),
    isAt: () => (slot) => (hasBit(best, slot) ? 0 : 1),
    priceFrom: () => (slot) => (hasBit(best, slot) ? price[slot]! : -price[slot]!),
    distanceFrom(point) {
      return (slot) => distanceKm(point, index.points.read(slot));
    },
    latestYear: () => (slot) => -year[slot]!,
  };
}

/** A number of a car, by slot. */
type Key = (slot: number) => number;

type Selection = {
  /** Of each only as much is asked as tells two cars apart. */
  keys: readonly Key[];
  compareIds(one: number, other: number): number;
  most: number;
};

/** The first so many by the keys, each the least first. */
function selectLeast(slots: ArrayLike<number>, { keys, compareIds, most }: Selection): number[] {
  const best: number[] = [];
  const compare = (one: number, other: number): number => {
    for (const key of keys) {
      const difference = key(one) - key(other);
      if (difference !== 0) return difference;
    }
    return compareIds(one, other);
  };
  for (let each = 0; each < slots.length; each += 1) {
    const slot = slots[each]!;
    const last = best.length === most ? best.at(-1) : undefined;
    if (last !== undefined) {
      if (compare(slot, last) >= 0) continue;
      best.pop();
    }
    const at = best.findIndex((other) => compare(slot, other) < 0);
    best.splice(at < 0 ? best.length : at, 0, slot);
  }
  return best;
}
