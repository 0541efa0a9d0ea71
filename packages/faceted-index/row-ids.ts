/** Words of 32 bits; four make an id. */
const WORDS = 4;
/** The hash table has twice as many slots as ids, so that an id is found in one or two steps. */
const SLOTS_AN_ID = 2;

/**
 * The ids of rows, which are UUIDs, and the rows of ids, in 24 bytes per row that the garbage
 * collector skips. A Map with its strings takes 230 bytes, and a collection over a million of them
 * blocks the process.
 */
export class RowIds {
  #words: Uint32Array;
  /**
   * A hash table with open addressing: the row of an id plus 1, at the slot of its hash or after
   * it; 0 is an empty slot.
   */
  #slots: Int32Array;

  constructor(capacity: number) {
    this.#words = new Uint32Array(capacity * WORDS);
    this.#slots = new Int32Array(slotsFor(capacity));
  }

  /** @returns null if no row has the id */
  find(id: string): number | null {
    const words = parseWords(id);
    let position = this.#firstSlot(words[0]!, words[1]!, words[2]!, words[3]!);
    for (;;) {
      const row = this.#slots[position]! - 1;
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
    let gap = this.#slotAt(row);
    while (this.#slots[gap] !== row + 1) gap = this.#next(gap);
    this.#slots[gap] = 0;
    // Rows after the gap may be there only because its slot was taken: each moves to the gap if
    // the gap lies between the slot of its hash and the row's present slot.
    for (
      let position = this.#next(gap);
      this.#slots[position] !== 0;
      position = this.#next(position)
    ) {
      const wanted = this.#slotAt(this.#slots[position]! - 1);
      const isOnItsWay = this.#stepsFrom(wanted, gap) < this.#stepsFrom(wanted, position);
      if (!isOnItsWay) continue;
      this.#slots[gap] = this.#slots[position]!;
      this.#slots[position] = 0;
      gap = position;
    }
  }

  /** Called when every row below `used` has an id. */
  grow(capacity: number, used: number): void {
    const words = new Uint32Array(capacity * WORDS);
    words.set(this.#words);
    this.#words = words;
    this.#slots = new Int32Array(slotsFor(capacity));
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

  /** In PostgreSQL's order of UUIDs. */
  compare(one: number, other: number): number {
    for (let index = 0; index < WORDS; index += 1) {
      const difference = this.#words[one * WORDS + index]! - this.#words[other * WORDS + index]!;
      if (difference !== 0) return difference;
    }
    return 0;
  }

  /** Compares with an id that may belong to no row any more. */
  compareTo(row: number, words: readonly number[]): number {
    for (let index = 0; index < WORDS; index += 1) {
      const difference = this.#words[row * WORDS + index]! - words[index]!;
      if (difference !== 0) return difference;
    }
    return 0;
  }

  #put(row: number): void {
    let position = this.#slotAt(row);
    while (this.#slots[position] !== 0) position = this.#next(position);
    this.#slots[position] = row + 1;
  }

  #slotAt(row: number): number {
    const at = row * WORDS;
    const words = this.#words;
    return this.#firstSlot(words[at]!, words[at + 1]!, words[at + 2]!, words[at + 3]!);
  }

  #firstSlot(a: number, b: number, c: number, d: number): number {
    let hash = Math.imul(a ^ Math.imul(b, 0x85eb_ca6b), 0x9e37_79b1);
    hash = Math.imul(hash ^ (hash >>> 15) ^ c, 0xc2b2_ae35);
    hash = Math.imul(hash ^ (hash >>> 13) ^ d, 0x27d4_eb2f);
    return (hash ^ (hash >>> 16)) & (this.#slots.length - 1);
  }

  #next(position: number): number {
    return (position + 1) & (this.#slots.length - 1);
  }

  #stepsFrom(from: number, to: number): number {
    return (to - from) & (this.#slots.length - 1);
  }
}

function slotsFor(capacity: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, capacity * SLOTS_AN_ID)));
}

/** Parses "00112233-4455-6677-8899-aabbccddeeff" into four words. */
export function parseWords(id: string): number[] {
  return [
    Number.parseInt(id.slice(0, 8), 16),
    Number.parseInt(id.slice(9, 13) + id.slice(14, 18), 16),
    Number.parseInt(id.slice(19, 23) + id.slice(24, 28), 16),
    Number.parseInt(id.slice(28), 16),
  ];
}
