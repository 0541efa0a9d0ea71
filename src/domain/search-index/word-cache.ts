import { LRUCache } from "lru-cache";
import { type Bitmap, clearBit, createBitmap, hasBit, setBit } from "./bitmap.ts";
import type { CarRows } from "./car-rows.ts";
import type { CarTally } from "./car-tally.ts";
import { ALL_COLUMNS } from "./facet-numbers.ts";

/** Each costs a bit a car. */
const MOST_WORDS = 64;

type WordSet = {
  cars: Bitmap;
  /** Null once the cars of the word are all there: until then, whose words were read anew meanwhile. */
  readSince: Set<number> | null;
  /** Of those for sale. Null as long as the cars are not all there. */
  totals: CarTally | null;
};

/**
 * The cars whose words begin with one that was looked for lately. Which words a car has is for
 * PostgreSQL to say: what a word finds is read there once, and again for each car that changes.
 */
export class WordCache {
  readonly #sets = new LRUCache<string, WordSet>({ max: MOST_WORDS });
  /** Counts the words that began to be kept: whoever reads for all of them sees whether one joined. */
  begun = 0;

  /** Null where one of them is not known whole. */
  find(words: readonly string[]): Bitmap[] | null {
    const found = words.map((word) => this.#sets.get(word));
    return found.every((set) => set !== undefined && set.readSince === null)
      ? found.flatMap((set) => set?.cars ?? [])
      : null;
  }

  list(): string[] {
    return [...this.#sets.keys()];
  }

  has(word: string): boolean {
    return this.#sets.has(word);
  }

  /** Before it is read which cars have it. */
  begin(word: string, capacity: number): void {
    this.#sets.set(word, { cars: createBitmap(capacity), readSince: new Set(), totals: null });
    this.begun += 1;
  }

  /** A car that has the word, as it was read all at once: what was read of it later stays. */
  add(word: string, slot: number): void {
    const set = this.#sets.peek(word);
    if (set?.readSince && !set.readSince.has(slot)) setBit(set.cars, slot);
  }

  /** @param tally counts those of a set that are for sale */
  finish(word: string, tally: (cars: Bitmap) => CarTally): void {
    const set = this.#sets.peek(word);
    if (!set) return;
    set.readSince = null;
    set.totals = tally(set.cars);
  }

  /** What is counted of the cars for sale that have a word; null for several words. */
  listTotals(words: readonly string[]): CarTally[] | null {
    const [totals, ...others] = words.map((word) => this.#sets.peek(word)?.totals);
    return totals && others.length === 0 ? [totals] : null;
  }

  /** A car for sale that comes, or goes: as it stands in the index at this moment. */
  count(slot: number, rows: CarRows, by: 1 | -1): void {
    for (const { cars, totals } of this.#sets.values()) {
      if (totals && hasBit(cars, slot)) totals.addCar(slot, rows, ALL_COLUMNS, by);
    }
  }

  /** A car that came or changed, and which of the words it has. */
  note(slot: number, words: ReadonlySet<string>): void {
    for (const [word, { cars, readSince }] of this.#sets.entries()) {
      readSince?.add(slot);
      if (words.has(word)) setBit(cars, slot);
      else clearBit(cars, slot);
    }
  }

  forget(word?: string): void {
    if (word === undefined) this.#sets.clear();
    else this.#sets.delete(word);
  }
}
