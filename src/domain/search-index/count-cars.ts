import { activeFacets, type Conditions, listConditions } from "#domain/search/conditions.ts";
import { stepAmount } from "#domain/search/facet-kinds.ts";
import {
  FACET_NAMES,
  type FacetName,
  FACETS,
  innerFacet,
  isNamesFacet,
  isRangeFacet,
  isSetFacet,
  type NamesName,
  type SetName,
} from "#domain/search/facets.ts";
import { type FacetCounts, RADII_KM, type SearchRequest } from "#domain/search/search.ts";
import {
  type Bitmap,
  countBits,
  countCommon,
  intersect,
  listBits,
  type ScratchBitmaps,
  subtract,
} from "./bitmap.ts";
import type { CarIndex, Stock } from "./car-index.ts";
import { findPlace, type ListedName } from "./facet-numbers.ts";

type Counts = Record<string, number>;

/** A set of cars, and how to count what they have. */
type CountedCars = {
  cars: Bitmap;
  count: number;
  /** Counts of packed values, by group; of names, by facet. Made when they are first asked for. */
  group(index: number): Int32Array;
  names(name: NamesName): Int32Array;
};

/** All cars that fulfil the conditions, and every facet's counts without its own filter. */
export function countCars(
  index: CarIndex,
  { filters, geo }: SearchRequest,
  conditions: Conditions<Bitmap>,
  scratch: ScratchBitmaps,
): { cars: Bitmap; count: number; facets: Record<FacetName, FacetCounts> } {
  const stock = index.stocks[filters.status];
  const select = (but?: FacetName) =>
    prepareCounts(index, stock, intersectAll(listConditions(conditions, but), scratch), scratch);
  const found = select();
  const active = activeFacets(conditions);
  const facets = FACET_NAMES.map((name): [FacetName, FacetCounts] => {
    const counted = active.includes(name) ? select(name) : found;
    // What is chosen of a set narrows its other codes as well.
    if (isSetFacet(name)) {
      return [name, { counts: countSet(index, name, found), without: counted.count }];
    }
    return [name, { counts: countFacet(index, name, counted, geo), without: counted.count }];
  });
  return {
    cars: found.cars,
    count: found.count,
    facets: Object.fromEntries(facets) as Record<FacetName, FacetCounts>,
  };
}

function intersectAll([first, ...others]: readonly Bitmap[], scratch: ScratchBitmaps): Bitmap {
  if (!first) throw new Error("A search has at least the condition of its status.");
  if (others.length === 0) return first;
  const cars = scratch.take(first.length * 32, first);
  for (const other of others) intersect(cars, other);
  return cars;
}

/** Where most of the stock is meant, it is cheaper to count the rest and take that from the totals. */
function prepareCounts(
  index: CarIndex,
  stock: Stock,
  cars: Bitmap,
  scratch: ScratchBitmaps,
): CountedCars {
  const isAll = cars === stock.cars;
  const count = isAll ? stock.count : countBits(cars);
  const isMost = count > stock.count / 2;
  let listed: Int32Array | undefined;
  const list = () => {
    if (listed) return listed;
    let wanted = cars;
    if (isMost) {
      wanted = scratch.take(index.capacity, stock.cars);
      subtract(wanted, cars);
    }
    listed = new Int32Array(isMost ? stock.count - count : count);
    listBits(wanted, listed);
    return listed;
  };
  const tally = (column: Uint16Array | Int32Array, totals: ArrayLike<number>): Int32Array => {
    const counts = new Int32Array(totals.length);
    for (const slot of list()) counts[column[slot]!]! += 1;
    if (isMost) {
      for (let each = 0; each < counts.length; each += 1)
        counts[each] = totals[each]! - counts[each]!;
    }
    return counts;
  };
  const groups: (Int32Array | undefined)[] = [];
  const names = new Map<NamesName, Int32Array>();
  return {
    cars,
    count,
    group: (at) => (groups[at] ??= tally(index.groups[at]!, stock.groupTotals[at]!)),
    names: (name) => {
      const kept =
        names.get(name) ?? tally(index.named.get(name)!.column, stock.nameTotals.get(name)!);
      names.set(name, kept);
      return kept;
    },
  };
}

function countSet(index: CarIndex, name: SetName, { cars }: CountedCars): Counts {
  const counts: Counts = {};
  index.carsByNumber.get(name)!.forEach((having, number) => {
    const count = having ? countCommon(having, cars) : 0;
    if (count > 0) counts[String(FACETS[name].codes[number - 1])] = count;
  });
  return counts;
}

function countFacet(
  index: CarIndex,
  name: Exclude<FacetName, SetName>,
  counted: CountedCars,
  geo: SearchRequest["geo"],
): Counts {
  if (name === "distance") return geo ? countCircles(index, counted, geo) : {};
  if (!isNamesFacet(name)) return countListed(name, counted);
  const inner = innerFacet(name);
  return inner
    ? countNames(index, inner, counted, "outers")
    : countNames(index, name, counted, "keys");
}

function countListed(name: ListedName, counted: CountedCars): Counts {
  const { group, shift, mask } = findPlace(name);
  const packed = counted.group(group);
  const byNumber = new Int32Array(mask + 1);
  for (let value = 0; value < packed.length; value += 1) {
    byNumber[(value >> shift) & mask]! += packed[value]!;
  }
  const counts: Counts = {};
  byNumber.forEach((count, number) => {
    if (count === 0) return;
    // 0 is none of the codes: the seller did not say.
    if (isRangeFacet(name)) counts[stepAmount(FACETS[name], number)] = count;
    else if (number > 0) counts[String(FACETS[name].codes[number - 1])] = count;
  });
  return counts;
}

function countNames(
  index: CarIndex,
  name: NamesName,
  counted: CountedCars,
  by: "keys" | "outers",
): Counts {
  const keys = index.named.get(name)!.numbers[by];
  const counts: Counts = {};
  counted.names(name).forEach((count, number) => {
    const key = keys[number] ?? null;
    if (count > 0 && key !== null) counts[key] = (counts[key] ?? 0) + count;
  });
  return counts;
}

function countCircles(
  index: CarIndex,
  { cars, count }: CountedCars,
  centre: NonNullable<SearchRequest["geo"]>,
): Counts {
  const slots = new Int32Array(count);
  listBits(cars, slots);
  const within = index.points.around(centre).countWithin(RADII_KM, slots, count);
  return Object.fromEntries(
    RADII_KM.map((radiusKm, at) => [radiusKm, within[at] ?? 0]).filter(([, each]) => each! > 0),
  );
}
