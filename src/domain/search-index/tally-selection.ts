import { activeFacets, type Conditions } from "#domain/search/conditions.ts";
import {
  type FacetName,
  innerFacet,
  isNamesFacet,
  isSetFacet,
  outerFacet,
} from "#domain/search/facets.ts";
import { RADII_KM, type SearchRequest } from "#domain/search/search.ts";
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
  writeDifference,
} from "./bitmap.ts";
import type { CarIndex } from "./car-index.ts";
import { CarTally } from "./car-tally.ts";
import { ALL_COLUMNS, findColumn, NAMED } from "./facet-numbers.ts";
import type { SelectedCars } from "./select-cars.ts";
import type { Stock } from "./stock.ts";
import { tallyCars } from "./tally-cars.ts";

/** What is asked for, whatever the order and the page. */
export type Selection = Pick<SearchRequest, "filters" | "geo">;

/** All that is counted of a selection. */
export type SelectionTally = {
  /** The cars that fulfil everything. */
  cars: Bitmap;
  found: CarTally;
  /** Of each facet that is filtered, the cars without its filter, in its `columnsWithout` only. */
  without: ReadonlyMap<FacetName, CarTally>;
  /**
   * How many cars there are within each of RADII_KM without the filter on the distance; null where no
   * place is asked for.
   */
  circles: Int32Array | null;
};

const NO_COLUMNS: readonly number[] = [];

/** What is counted anew where a facet's filter is left out. */
export function columnsWithout(name: FacetName): readonly number[] {
  // What is chosen of a set narrows its other codes as well; circles are no numbers of a car.
  if (name === "distance" || isSetFacet(name)) return NO_COLUMNS;
  return [findColumn(isNamesFacet(name) ? (innerFacet(name) ?? name) : name)];
}

type Cars = { cars: Bitmap; count: number };

type Counting = {
  index: CarIndex;
  stock: Stock;
  conditions: Conditions<SelectedCars>;
  found: Bitmap;
  /** The cars that fail one filter only. */
  failingOne: Bitmap;
  scratch: Scratch;
};

/**
 * Counts the cars that fulfil the conditions, and for every facet those without its own filter: the
 * cars that were found and those that fail that filter only. So each car is looked at once, for all
 * facets or for one.
 *
 * @returns its cars are of the scratch
 */
export function tallySelection(
  index: CarIndex,
  { filters, geo }: Selection,
  conditions: Conditions<SelectedCars>,
  scratch: Scratch,
): SelectionTally {
  const stock = index.stocks[filters.status];
  const always = conditions.always.map(({ cars }) => cars);
  const cars = scratch.take(intersectAll(always, scratch));
  const failingOne = scratch.take();
  for (const each of conditions.byFacet.values()) narrow(cars, failingOne, each.cars);
  const counting = { index, stock, conditions, found: cars, failingOne, scratch };
  const found =
    addTotals(counting) ?? tally(counting, { cars, count: countBits(cars) }, ALL_COLUMNS);
  const without = new Map<FacetName, CarTally>();
  let near = cars;
  for (const name of activeFacets(conditions)) {
    const known = addNames(counting, name);
    if (known) {
      without.set(name, known);
      continue;
    }
    const failing = findFailing(counting, name);
    without.set(name, tallyWithout(counting, name, failing, found));
    if (name !== "distance") continue;
    unite(failing.cars, cars);
    near = failing.cars;
  }
  return { cars, found, without, circles: geo && countCircles(index, near, geo) };
}

/**
 * From what is kept of just these cars: of all of a stock, of those with some numbers of one facet, of
 * those with a word, of those around a place.
 */
function addTotals({ index, stock, conditions }: Counting): CarTally | null {
  const { always, byFacet } = conditions;
  // The first is the stock itself.
  const [filter, another] = [...always.slice(1), ...byFacet.values()];
  if (another) return null;
  const isForSale = stock === index.stocks.live;
  const totals = filter
    ? (filter.numbers?.flatMap((number) => stock.totalsByNumber[number] ?? []) ??
      (isForSale && filter.listTotals?.()))
    : [stock.totals];
  if (!totals) return null;
  const sum = new CarTally();
  for (const each of totals) sum.add(each);
  return sum;
}

/** Where most of the stock is meant, the rest is counted and taken from the totals. */
function tally(
  { index, stock, scratch }: Counting,
  { cars, count }: Cars,
  indexColumns: readonly number[],
): CarTally {
  const into = new CarTally();
  const isMost = count > stock.count / 2;
  const counted = isMost ? scratch.take(stock.cars) : cars;
  if (isMost) subtract(counted, cars);
  into.count = isMost ? stock.count - count : count;
  if (into.count > 0) tallyCars(index, counted, indexColumns, into);
  if (isMost) into.turnRound(stock.totals);
  return into;
}

function tallyWithout(
  counting: Counting,
  name: FacetName,
  failing: Cars,
  found: CarTally,
): CarTally {
  const indexColumns = columnsWithout(name);
  const { count } = failing;
  if (indexColumns.length === 0) {
    const only = new CarTally();
    only.count = found.count + count;
    return only;
  }
  if (found.count + count > counting.stock.count / 2) {
    unite(failing.cars, counting.found);
    return tally(counting, { cars: failing.cars, count: found.count + count }, indexColumns);
  }
  const sum = tally(counting, failing, indexColumns);
  sum.add(found);
  return sum;
}

/** Where only models are filtered: those of their makes, from the totals of the stock. */
function addNames({ stock, conditions }: Counting, name: FacetName): CarTally | null {
  const { always, byFacet, outer } = conditions;
  const names = outer.get(name)?.names;
  if (!names || always.length > 1 || byFacet.size > 1) return null;
  const named = NAMED.findIndex((each) => each === name);
  const totals = stock.totals.names[named]!;
  const sum = new CarTally();
  const counts = sum.makeRoom(named, totals.length);
  for (const number of names) {
    const count = totals[number] ?? 0;
    counts[number] = count;
    sum.count += count;
  }
  return sum;
}

/** The cars that fail this facet's filter only. */
function findFailing({ conditions, failingOne, scratch }: Counting, name: FacetName): Cars {
  const cars = scratch.take();
  let count = 0;
  let from = failingOne;
  for (const [facet, condition] of conditions.byFacet) {
    if (!isLeftOutWith(facet, name)) continue;
    count = writeDifference(cars, from, condition.cars);
    from = cars;
  }
  // Leaving the models out leaves their makes.
  const stays = conditions.outer.get(name);
  if (!stays) return { cars, count };
  intersect(cars, stays.cars);
  return { cars, count: countBits(cars) };
}

/** Leaving the make out leaves its models out too. */
export function isLeftOutWith(filtered: FacetName, name: FacetName): boolean {
  return filtered === name || outerFacet(filtered) === name;
}

function countCircles(
  index: CarIndex,
  cars: Bitmap,
  centre: NonNullable<SearchRequest["geo"]>,
): Int32Array {
  const around = index.points.around(centre);
  return Int32Array.from(RADII_KM, (radiusKm) => {
    const within = around.findWithin(radiusKm);
    return within ? countCommon(cars, within) : 0;
  });
}
