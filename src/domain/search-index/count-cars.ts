import { activeFacets, type Conditions } from "#domain/search/conditions.ts";
import { stepAmount } from "#domain/search/facet-kinds.ts";
import {
  FACET_NAMES,
  type FacetName,
  FACETS,
  type FilterName,
  innerFacet,
  isNamesFacet,
  isRangeFacet,
  isSetFacet,
  type NamesName,
  outerFacet,
  type SetName,
} from "#domain/search/facets.ts";
import { type FacetCounts, RADII_KM, type SearchRequest } from "#domain/search/search.ts";
import {
  type Bitmap,
  countBits,
  countCommon,
  intersect,
  intersectAll,
  narrow,
  type Scratch,
  subtract,
  unite,
} from "./bitmap.ts";
import type { CarIndex } from "./car-index.ts";
import { CarTally } from "./car-tally.ts";
import {
  countNumbers,
  findLane,
  findOffset,
  LANES,
  type ListedName,
  NAMED,
} from "./facet-numbers.ts";
import type { SelectedCars } from "./select-cars.ts";
import type { Stock } from "./stock.ts";
import { tallyCars } from "./tally-cars.ts";

type Counts = Record<string, number>;

const ALL_LANES = LANES.map((_, lane) => lane);

/** What is counted for one search; the next one counts over it. */
const foundTally = new CarTally();
const facetTally = new CarTally();

/** One search: the cars that fulfil all, and those that fail one filter only. */
type Counting = {
  index: CarIndex;
  stock: Stock;
  conditions: Conditions<SelectedCars>;
  found: Bitmap;
  failingOne: Bitmap;
  geo: SearchRequest["geo"];
  scratch: Scratch;
};

/**
 * All cars that fulfil the conditions, and every facet's counts without its own filter: of the cars
 * that were found and of those that fail that filter only. So each car is looked at once, for all
 * facets or for one.
 */
export function countCars(
  index: CarIndex,
  { filters, geo }: SearchRequest,
  conditions: Conditions<SelectedCars>,
  scratch: Scratch,
): { cars: Bitmap; count: number; facets: Record<FacetName, FacetCounts> } {
  const stock = index.stocks[filters.status];
  const always = conditions.always.map(({ cars }) => cars);
  const found = scratch.take(intersectAll(always, scratch));
  const failingOne = scratch.take();
  for (const { cars } of conditions.byFacet.values()) narrow(found, failingOne, cars);
  const counting = { index, stock, conditions, found, failingOne, geo, scratch };
  const known = findTotals(counting);
  if (known) {
    foundTally.clear();
    for (const totals of known) foundTally.add(totals);
  } else {
    tally(counting, found, ALL_LANES, foundTally);
  }
  const active = activeFacets(conditions);
  const facets = FACET_NAMES.map((name): [FacetName, FacetCounts] => [
    name,
    active.includes(name)
      ? countWithoutFilter(counting, name)
      : { counts: countFacet(counting, name, found, foundTally), without: foundTally.count },
  ]);
  return {
    cars: found,
    count: foundTally.count,
    facets: Object.fromEntries(facets) as Record<FacetName, FacetCounts>,
  };
}

/** What is kept of just these cars: of all of a stock, or of those with some numbers of one facet. */
function findTotals({ stock, conditions }: Counting): readonly CarTally[] | null {
  const { always, byFacet } = conditions;
  const [filter] = byFacet.values();
  if (always.length > 1 || byFacet.size > 1) return null;
  if (!filter) return [stock.totals];
  return filter.numbers?.flatMap((number) => stock.totalsByNumber[number] ?? []) ?? null;
}

/** Where most of the stock is meant, the rest is counted and taken from the totals. */
function tally(
  { index, stock, scratch }: Counting,
  cars: Bitmap,
  lanes: readonly number[],
  into: CarTally,
): void {
  const count = countBits(cars);
  const isMost = count > stock.count / 2;
  const counted = isMost ? scratch.take(stock.cars) : cars;
  if (isMost) subtract(counted, cars);
  into.clear();
  into.count = isMost ? stock.count - count : count;
  if (into.count > 0) tallyCars(index, counted, lanes, into);
  if (isMost) into.turnRound(stock.totals);
}

function countWithoutFilter(counting: Counting, name: FacetName): FacetCounts {
  const { stock, found } = counting;
  const failing = findFailing(counting, name);
  const without = foundTally.count + countBits(failing);
  // What is chosen of a set narrows its other codes as well.
  if (isSetFacet(name)) return { counts: countSet(name, foundTally), without };
  const isMost = without > stock.count / 2;
  if (name === "distance" || isMost) unite(failing, found);
  if (name !== "distance") {
    tally(counting, failing, [findCountedLane(name)], facetTally);
    if (!isMost) facetTally.add(foundTally);
  }
  return { counts: countFacet(counting, name, failing, facetTally), without };
}

/** The cars that fail this facet's filter only. */
function findFailing({ conditions, failingOne, scratch }: Counting, name: FacetName): Bitmap {
  const failing = scratch.take(failingOne);
  for (const [facet, { cars }] of conditions.byFacet) {
    // Leaving the make out leaves its models out too.
    if (facet === name || outerFacet(facet) === name) subtract(failing, cars);
  }
  // Leaving the models out leaves their makes.
  const stays = conditions.outer.get(name);
  if (stays) intersect(failing, stays.cars);
  return failing;
}

function findCountedLane(name: FilterName): number {
  return findLane(isNamesFacet(name) ? (innerFacet(name) ?? name) : name);
}

function countFacet(
  { index, geo }: Counting,
  name: FacetName,
  cars: Bitmap,
  tally: CarTally,
): Counts {
  if (name === "distance") return geo ? countCircles(index, cars, geo) : {};
  if (isSetFacet(name)) return countSet(name, tally);
  if (!isNamesFacet(name)) return countListed(name, tally);
  const inner = innerFacet(name);
  return inner ? countNames(index, inner, tally, "outers") : countNames(index, name, tally, "keys");
}

function countListed(name: ListedName, { numbers }: CarTally): Counts {
  const offset = findOffset(name);
  const counts: Counts = {};
  for (let number = 0; number < countNumbers(name); number += 1) {
    const count = numbers[offset + number]!;
    if (count === 0) continue;
    // 0 is none of the codes: the seller did not say.
    if (isRangeFacet(name)) counts[stepAmount(FACETS[name], number)] = count;
    else if (number > 0) counts[String(FACETS[name].codes[number - 1])] = count;
  }
  return counts;
}

function countSet(name: SetName, { numbers }: CarTally): Counts {
  const first = findOffset(name) + 1;
  const counts: Counts = {};
  FACETS[name].codes.forEach((code, at) => {
    const count = numbers[first + at]!;
    if (count > 0) counts[code] = count;
  });
  return counts;
}

function countNames(
  index: CarIndex,
  name: NamesName,
  tally: CarTally,
  by: "keys" | "outers",
): Counts {
  const keys = index.named.get(name)!.numbers[by];
  const numbered = tally.names[NAMED.indexOf(name)]!;
  const counts: Counts = {};
  for (const [number, key] of keys.entries()) {
    const count = numbered[number] ?? 0;
    if (count > 0 && key !== null) counts[key] = (counts[key] ?? 0) + count;
  }
  return counts;
}

function countCircles(
  index: CarIndex,
  cars: Bitmap,
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
