import type { Bitmap } from "./bitmap.ts";
import type { CarIndex } from "./car-index.ts";
import type { CarRows } from "./car-rows.ts";
import type { CarTally } from "./car-tally.ts";
import { INDEX_COLUMNS, unpackColumn } from "./facet-numbers.ts";
import { callNotInlined } from "./call-not-inlined.ts";

/** How many cars are looked at for one column before the next: their rows stay in the nearest memory. */
const CARS_A_BLOCK = 1_024;

/** A column that is counted, and how many cars have each value of it. */
type CountedColumn = { at: number; counts: Int32Array };

/** Where the rows of some cars begin. */
const block = new Int32Array(CARS_A_BLOCK + 32);
let blockLength = 0;
/** How many cars have each value of a column; all 0 between two tallies. */
const packedCounts = INDEX_COLUMNS.map((column) =>
  column.kind === "name" ? null : new Int32Array(column.size),
);

/** Adds what the cars have in these columns. */
export function tallyCars(
  { rows, named }: CarIndex,
  cars: Bitmap,
  indexColumns: readonly number[],
  into: CarTally,
): void {
  const counted = indexColumns.map((at): CountedColumn => {
    const column = INDEX_COLUMNS[at]!;
    const counts =
      column.kind === "name"
        ? into.makeRoom(column.named, named.get(column.name)!.numbers.count)
        : packedCounts[at]!;
    return { at, counts };
  });
  for (let word = 0; word < cars.length;) {
    word = callNotInlined(fillBlock, cars, word);
    tallyBlock(rows.numbers, counted);
  }
  for (const at of indexColumns) unpackCounts(at, into);
}

// Small functions with one loop each: the engine compiles them whole, once and for all.

/** @returns the word after those whose cars are in the block */
function fillBlock(cars: Bitmap, from: number): number {
  const width = INDEX_COLUMNS.length;
  let length = 0;
  let word = from;
  for (; word < cars.length && length < CARS_A_BLOCK; word += 1) {
    let left = cars[word]!;
    while (left !== 0) {
      const lowest = left & -left;
      block[length] = ((word << 5) + 31 - Math.clz32(lowest)) * width;
      length += 1;
      left ^= lowest;
    }
  }
  blockLength = length;
  return word;
}

/** Four columns at a time: the row is found once for all of them. */
function tallyBlock(numbers: CarRows["numbers"], indexColumns: readonly CountedColumn[]): void {
  let next = 0;
  for (; next + 3 < indexColumns.length; next += 4) {
    const [one, two, three, four] = indexColumns.slice(next, next + 4);
    callNotInlined(tallyFourColumns, numbers, one!, two!, three!, four!);
  }
  for (; next < indexColumns.length; next += 1)
    callNotInlined(tallyColumn, numbers, indexColumns[next]!);
}

function tallyFourColumns(
  numbers: CarRows["numbers"],
  { at: at1, counts: counts1 }: CountedColumn,
  { at: at2, counts: counts2 }: CountedColumn,
  { at: at3, counts: counts3 }: CountedColumn,
  { at: at4, counts: counts4 }: CountedColumn,
): void {
  const length = blockLength;
  for (let each = 0; each < length; each += 1) {
    const row = block[each]!;
    counts1[numbers[row + at1]!]! += 1;
    counts2[numbers[row + at2]!]! += 1;
    counts3[numbers[row + at3]!]! += 1;
    counts4[numbers[row + at4]!]! += 1;
  }
}

function tallyColumn(numbers: CarRows["numbers"], { at, counts }: CountedColumn): void {
  const length = blockLength;
  for (let each = 0; each < length; each += 1) counts[numbers[block[each]! + at]!]! += 1;
}

/** The values of a column that any car has. */
const values = new Int32Array(
  Math.max(...INDEX_COLUMNS.map((each) => (each.kind === "name" ? 0 : each.size))),
);

/** Takes the counts of packed values apart, and leaves none behind. */
function unpackCounts(at: number, { numbers }: CarTally): void {
  const counts = packedCounts[at];
  const column = INDEX_COLUMNS[at]!;
  if (!counts || column.kind === "name") return;
  const length = callNotInlined(listValues, counts);
  if (column.kind === "listed") {
    for (const { offset, shift, mask } of column.bitFields) {
      for (let each = 0; each < length; each += 1) {
        const value = values[each]!;
        numbers[offset + ((value >>> shift) & mask)]! += counts[value]!;
      }
    }
  } else {
    for (let each = 0; each < length; each += 1) {
      const value = values[each]!;
      unpackColumn(column, value, (number) => (numbers[number]! += counts[value]!));
    }
  }
  for (let each = 0; each < length; each += 1) counts[values[each]!] = 0;
}

function listValues(counts: Int32Array): number {
  let length = 0;
  for (let value = 0; value < counts.length; value += 1) {
    if (counts[value] !== 0) {
      values[length] = value;
      length += 1;
    }
  }
  return length;
}
