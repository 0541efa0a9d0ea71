import type { CarRows } from "./car-rows.ts";
import { ALL_NUMBERS, INDEX_COLUMNS, NAMED, unpackColumn } from "./facet-numbers.ts";
import { callNotInlined } from "./call-not-inlined.ts";

const LEAST_NAMES = 64;

/** How many cars of some set have each number of each facet. */
export class CarTally {
  /** The cars themselves. */
  count = 0;
  /** Codes, steps and sets: a facet's begin at `findOffset`. */
  readonly numbers = new Int32Array(ALL_NUMBERS);
  /** Names, by the facet's place in NAMED and their numbers; longer than there are names. */
  readonly names: Int32Array[] = NAMED.map(() => new Int32Array(LEAST_NAMES));

  /** The names of a facet, with room for so many of them. */
  makeRoom(named: number, length: number): Int32Array {
    const counts = this.names[named]!;
    if (counts.length >= length) return counts;
    const longer = new Int32Array(Math.max(length, 2 * counts.length));
    longer.set(counts);
    this.names[named] = longer;
    return longer;
  }

  /** One car that came into the set or went, in these columns. */
  addCar(slot: number, rows: CarRows, indexColumns: readonly number[], by: 1 | -1): void {
    this.count += by;
    const { numbers } = this;
    for (const at of indexColumns) {
      const column = INDEX_COLUMNS[at]!;
      const value = rows.read(slot, at);
      if (column.kind === "name") this.makeRoom(column.named, value + 1)[value]! += by;
      else unpackColumn(column, value, (number) => (numbers[number]! += by));
    }
  }

  add(other: CarTally): void {
    this.count += other.count;
    callNotInlined(addCounts, this.numbers, other.numbers);
    other.names.forEach((counts, named) =>
      callNotInlined(addCounts, this.makeRoom(named, counts.length), counts),
    );
  }

  /** What the rest of `all` has where this was counted of some of it. */
  turnRound(all: CarTally): void {
    this.count = all.count - this.count;
    takeFrom(all.numbers, this.numbers);
    all.names.forEach((counts, named) => takeFrom(counts, this.makeRoom(named, counts.length)));
  }

  get bytes(): number {
    return this.names.reduce((sum, { byteLength }) => sum + byteLength, this.numbers.byteLength);
  }
}

function addCounts(to: Int32Array, counts: Int32Array): void {
  for (let at = 0; at < counts.length; at += 1) to[at]! += counts[at]!;
}

function takeFrom(all: Int32Array, some: Int32Array): void {
  for (let at = 0; at < all.length; at += 1) some[at] = all[at]! - some[at]!;
}
