/** Of 32 bits; four make an id. */
const WORDS = 4;
/** Twice as many places as ids: what is looked for is found in a step or two. */
const PLACES_AN_ID = 2;

/**
 * The ids of rows, which are UUIDs, and the rows of ids. 24 bytes a row, which the garbage collector
 * passes by. A Map and its strings take 230, and collecting among a million of them holds the process.
 */
export class RowIds {
  #words: Uint32Array;
  /** The row of an id, at the place that its hash names or behind; 0 for none, so counted from 1. */
  #places: Int32Array;

  constructor(capacity: number) {
    this.#words = new Uint32Array(capacity * WORDS);
    this.#places = new Int32Array(placesFor(capacity));
  }

  /** @returns null where no row has the id */
  find(id: string): number | null {
    const words = parseWords(id);
    let position = this.#firstPlace(words[0]!, words[1]!, words[2]!, words[3]!);
    for (;;) {
      const row = this.#places[position]! - 1;
      if (row < 0) return null;
      if (words.every((word, index) => this.#words[row * WORDS + index] === word)) return row;
      position = this.#next(position);
    }
  }

  add(id: string, row: number): void {
    this.#words.set(parseWords(id), row * WORDS);
    this.#put(row);
  }

  remove(row: number): void {
    let gap = this.#placeAt(row);
    while (this.#places[gap] !== row + 1) gap = this.#next(gap);
    this.#places[gap] = 0;
    // Those behind it may have been put off by it: each moves up where the gap lies on its way.
    for (
      let position = this.#next(gap);
      this.#places[position] !== 0;
      position = this.#next(position)
    ) {
      const wanted = this.#placeAt(this.#places[position]! - 1);
      const isOnItsWay = this.#stepsFrom(wanted, gap) < this.#stepsFrom(wanted, position);
      if (!isOnItsWay) continue;
      this.#places[gap] = this.#places[position]!;
      this.#places[position] = 0;
      gap = position;
    }
  }

  /** Called when every row below `used` has an id. */
  grow(capacity: number, used: number): void {
    const words = new Uint32Array(capacity * WORDS);
    words.set(this.#words);
    this.#words = words;
    this.#places = new Int32Array(placesFor(capacity));
    for (let row = 0; row < used; row += 1) this.#put(row);
  }

  read(row: number): string {
    const hex = Array.from(this.#words.subarray(row * WORDS, (row + 1) * WORDS), (word) =>
      word.toString(16).padStart(8, "0"),
    ).join("");
    return [
      hex.slice(0, 8),
      hex.slice(8, 12),
      hex.slice(12, 16),
      hex.slice(16, 20),
      hex.slice(20),
    ].join("-");
  }

  /** As PostgreSQL orders them. */
  compare(one: number, other: number): number {
    for (let index = 0; index < WORDS; index += 1) {
      const difference = this.#words[one * WORDS + index]! - this.#words[other * WORDS + index]!;
      if (difference !== 0) return difference;
    }
    return 0;
  }

  /** With an id that no row may have any more. */
  compareTo(row: number, words: readonly number[]): number {
    for (let index = 0; index < WORDS; index += 1) {
      const difference = this.#words[row * WORDS + index]! - words[index]!;
      if (difference !== 0) return difference;
    }
    return 0;
  }

  #put(row: number): void {
    let position = this.#placeAt(row);
    while (this.#places[position] !== 0) position = this.#next(position);
    this.#places[position] = row + 1;
  }

  #placeAt(row: number): number {
    const at = row * WORDS;
    const words = this.#words;
    return this.#firstPlace(words[at]!, words[at + 1]!, words[at + 2]!, words[at + 3]!);
  }

  #firstPlace(a: number, b: number, c: number, d: number): number {
    let hash = Math.imul(a ^ Math.imul(b, 0x85eb_ca6b), 0x9e37_79b1);
    hash = Math.imul(hash ^ (hash >>> 15) ^ c, 0xc2b2_ae35);
    hash = Math.imul(hash ^ (hash >>> 13) ^ d, 0x27d4_eb2f);
    return (hash ^ (hash >>> 16)) & (this.#places.length - 1);
  }

  #next(position: number): number {
    return (position + 1) & (this.#places.length - 1);
  }

  #stepsFrom(from: number, to: number): number {
    return (to - from) & (this.#places.length - 1);
  }
}

function placesFor(capacity: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, capacity * PLACES_AN_ID)));
}

/** "00112233-4455-6677-8899-aabbccddeeff" in four. */
export function parseWords(id: string): number[] {
  return [
    Number.parseInt(id.slice(0, 8), 16),
    Number.parseInt(id.slice(9, 13) + id.slice(14, 18), 16),
    Number.parseInt(id.slice(19, 23) + id.slice(24, 28), 16),
    Number.parseInt(id.slice(28), 16),
  ];
}
