import { activeFacets, type Conditions, listConditions } from "#domain/search/conditions.ts";
import { stepAmount } from "#domain/search/facet-kinds.ts";
import {
  FACET_NAMES,
  type FacetName,
  FACETS,
  innerFacet,
  isCodesFacet,
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
  type Scratch,
  subtract,
} from "./bitmap.ts";
import type { CarIndex, Stock } from "./car-index.ts";
import { findPlace, type ListedName } from "./facet-numbers.ts";

type Counts = Record<string, number>;

/** A set of cars and what they have. */
type CountedCars = {
  cars: Bitmap;
  count: number;
  /** Counts of packed values, by group; of names, by facet. */
  groups: readonly (Int32Array | undefined)[];
  names: ReadonlyMap<NamesName, Int32Array>;
};

/** All cars that fulfil the conditions, and every facet's counts without its own filter. */
export function countCars(
  index: CarIndex,
  { filters, geo }: SearchRequest,
  conditions: Conditions<Bitmap>,
  scratch: Scratch,
): { cars: Bitmap; count: number; facets: Record<FacetName, FacetCounts> } {
  const stock = index.stocks[filters.status];
  const select = (facets: readonly FacetName[], but?: FacetName) =>
    tallyCars(index, stock, intersectAll(listConditions(conditions, but), scratch), {
      facets,
      scratch,
    });
  const active = activeFacets(conditions);
  const found = select(FACET_NAMES.filter((name) => !active.includes(name)));
  const facets = FACET_NAMES.map((name): [FacetName, FacetCounts] => {
    const counted = active.includes(name) ? select([name], name) : found;
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

/** Of one set it is that set itself, not to be changed. */
export function intersectAll([first, ...others]: readonly Bitmap[], scratch: Scratch): Bitmap {
  if (!first) throw new Error("A search has at least the condition of its status.");
  if (others.length === 0) return first;
  const cars = scratch.take(first);
  for (const other of others) intersect(cars, other);
  return cars;
}

/** Where most of the stock is meant, it is cheaper to count the rest and take that from the totals. */
function tallyCars(
  index: CarIndex,
  stock: Stock,
  cars: Bitmap,
  { facets, scratch }: { facets: readonly FacetName[]; scratch: Scratch },
): CountedCars {
  const count = cars === stock.cars ? stock.count : countBits(cars);
  const isMost = count > stock.count / 2;
  const listed = scratch.list(isMost ? leaveOut(stock.cars, cars, scratch) : cars);
  const tally = (column: Uint16Array | Int32Array, totals: ArrayLike<number>): Int32Array => {
    const counts = tallyColumn(column, totals.length, listed);
    if (isMost) {
      for (let each = 0; each < counts.length; each += 1) {
        counts[each] = totals[each]! - counts[each]!;
      }
    }
    return counts;
  };
  const groups = new Set(facets.filter(isListed).map((name) => findPlace(name).group));
  const names = new Set(facets.filter(isNamesFacet).map((name) => innerFacet(name) ?? name));
  return {
    cars,
    count,
    groups: index.groups.map((column, at) =>
      groups.has(at) ? tally(column, stock.groupTotals[at]!) : undefined,
    ),
    names: new Map(
      [...names].map((name) => [
        name,
        tally(index.named.get(name)!.column, stock.nameTotals.get(name)!),
      ]),
    ),
  };
}

function leaveOut(all: Bitmap, some: Bitmap, scratch: Scratch): Bitmap {
  const rest = scratch.take(all);
  subtract(rest, some);
  return rest;
}

function tallyColumn(
  column: Uint16Array | Int32Array,
  values: number,
  { slots, count }: { slots: Int32Array; count: number },
): Int32Array {
  const counts = new Int32Array(values);
  for (let at = 0; at < count; at += 1) counts[column[slots[at]!]!]! += 1;
  return counts;
}

function isListed(name: FacetName): name is ListedName {
  return isCodesFacet(name) || isRangeFacet(name);
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
  const packed = counted.groups[group]!;
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
  counted.names.get(name)!.forEach((count, number) => {
    const key = keys[number] ?? null;
    if (count > 0 && key !== null) counts[key] = (counts[key] ?? 0) + count;
  });
  return counts;
}

function countCircles(
  index: CarIndex,
  { cars }: CountedCars,
  centre: NonNullable<SearchRequest["geo"]>,
): Counts {
  const around = index.points.around(centre);
  const counts: Counts = {};
  for (const radiusKm of RADII_KM) {
    const within = around.findWithin(radiusKm);
    const count = within ? countCommon(cars, within) : 0;
    if (count > 0) counts[radiusKm] = count;
  }
  return counts;
}
