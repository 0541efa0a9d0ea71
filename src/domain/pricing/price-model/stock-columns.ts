import { createTermSpace, forEachTerm, MOST_TERMS, type TermSpace } from "./car-terms.ts";
import {
  isInformative,
  makeKey,
  modelKey,
  type PricedCar,
  trimKey,
  yearKey,
} from "./priced-car.ts";

/** A grouping of rows: by model, or by model year or trim of a model. */
export type Groups = {
  /** The group of each row. */
  of: Int32Array;
  keys: readonly string[];
  /** Rows of each group. */
  counts: Int32Array;
};

/** The listings as columns of numbers, which are much faster to process than objects. */
export type StockColumns = {
  space: TermSpace;
  /** Rows, at most as many as listings were given. */
  count: number;
  /** The index of each row's listing. */
  listing: Int32Array;
  /** ln(price) */
  logPrice: Float64Array;
  /** The nonzero terms of row i are at `firstTerm[i]` to `firstTerm[i + 1]` (exclusive). */
  firstTerm: Int32Array;
  term: Int16Array;
  value: Float64Array;
  models: Groups;
  years: Groups;
  trims: Groups;
};

/** The number of rows after which the work pauses. */
const ROWS_A_STEP = 2_000;

/** Columns of the usable listings at `indexes`. */
export function* buildStockColumns(
  listings: readonly PricedCar[],
  thisYear: number,
  indexes: Iterable<number> = listings.keys(),
): Generator<void, StockColumns> {
  const listing = Int32Array.from(indexes).filter((index) =>
    isInformative(listings[index]!, thisYear),
  );
  const count = listing.length;
  const makes = new Map<string, number>();
  const [models, years, trims] = [numberGroups(count), numberGroups(count), numberGroups(count)];
  for (let row = 0; row < count; row += 1) {
    if (row % ROWS_A_STEP === 0) yield;
    const car = listings[listing[row]!]!;
    const make = makeKey(car);
    makes.set(make, (makes.get(make) ?? 0) + 1);
    models.add(row, modelKey(car));
    years.add(row, yearKey(car));
    trims.add(row, trimKey(car));
  }
  const byCount = [...makes].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  const space = createTermSpace(
    byCount.map(([make]) => make),
    thisYear,
  );
  return {
    space,
    count,
    listing,
    logPrice: Float64Array.from(listing, (index) => Math.log(listings[index]!.priceCad)),
    ...(yield* writeSparseTerms(space, listings, listing)),
    models: models.done(),
    years: years.done(),
    trims: trims.done(),
  };
}

function* writeSparseTerms(
  space: TermSpace,
  listings: readonly PricedCar[],
  listing: Int32Array,
): Generator<void, Pick<StockColumns, "firstTerm" | "term" | "value">> {
  const firstTerm = new Int32Array(listing.length + 1);
  const term = new Int16Array(listing.length * MOST_TERMS);
  const value = new Float64Array(listing.length * MOST_TERMS);
  let next = 0;
  for (const [row, index] of listing.entries()) {
    if (row % ROWS_A_STEP === 0) yield;
    forEachTerm(space, listings[index]!, (which, amount) => {
      term[next] = which;
      value[next] = amount;
      next += 1;
    });
    firstTerm[row + 1] = next;
  }
  return { firstTerm, term, value };
}

/** Numbers for keys in the order they come. */
function numberGroups(rowCount: number) {
  const of = new Int32Array(rowCount);
  const keys: string[] = [];
  const numbers = new Map<string, number>();
  return {
    add(row: number, key: string) {
      let number = numbers.get(key);
      if (number === undefined) {
        number = keys.push(key) - 1;
        numbers.set(key, number);
      }
      of[row] = number;
    },
    done(): Groups {
      const counts = new Int32Array(keys.length);
      for (const group of of) counts[group]! += 1;
      return { of, keys, counts };
    },
  };
}

/** The sums of a column by group. */
export function sumByGroup({ of, keys }: Groups, values: Float64Array): Float64Array {
  const sums = new Float64Array(keys.length);
  for (let row = 0; row < of.length; row += 1) sums[of[row]!]! += values[row]!;
  return sums;
}
