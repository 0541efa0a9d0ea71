import { reorder } from "./car-columns.ts";
import { yieldToEventLoop } from "./yield-to-event-loop.ts";

/** Of 32 bits; four make an id. */
const WORDS = 4;
/** Twice as many places as ids: what is looked for is found in a step or two. */
const SLOTS_AN_ID = 2;

/** The ids of cars and the slots in which they stand: 24 bytes a car, where a Map needs 150. */
export class CarIds {
  #words: Uint32Array;
  /** The slot of an id, at the place that its hash names or behind; 0 for none, so counted from 1. */
  #places: Int32Array;

  constructor(capacity: number) {
    this.#words = new Uint32Array(capacity * WORDS);
    this.#places = new Int32Array(slotsFor(capacity));
  }

  /** @returns null where no car has the id */
  find(id: string): number | null {
    const words = parseWords(id);
    let position = this.#firstPlace(words[0]!, words[1]!, words[2]!, words[3]!);
    for (;;) {
      const slot = this.#places[position]! - 1;
      if (slot < 0) return null;
      if (words.every((word, index) => this.#words[slot * WORDS + index] === word)) return slot;
      position = this.#next(position);
    }
  }

  add(id: string, slot: number): void {
    this.#words.set(parseWords(id), slot * WORDS);
    this.#put(slot);
  }

  /** One of many: not to be found before `reorder`. */
  load(id: string, slot: number): void {
    this.#words.set(parseWords(id), slot * WORDS);
  }

  /** @param order for each slot the one whose id comes there, of all that were loaded */
  async reorder(order: Int32Array): Promise<void> {
    const words = new Uint32Array(this.#words.length);
    this.#words = await reorder(this.#words, words, order, WORDS);
    // Whoever grew meanwhile has put them where they were.
    this.#places.fill(0);
    await yieldToEventLoop(order.length, (start, end) => {
      for (let slot = start; slot < end; slot += 1) this.#put(slot);
    });
  }

  remove(slot: number): void {
    let gap = this.#placeAt(slot);
    while (this.#places[gap] !== slot + 1) gap = this.#next(gap);
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

  /** Called when every slot below `used` has an id. */
  grow(capacity: number, used: number): void {
    const words = new Uint32Array(capacity * WORDS);
    words.set(this.#words);
    this.#words = words;
    this.#places = new Int32Array(slotsFor(capacity));
    for (let slot = 0; slot < used; slot += 1) this.#put(slot);
  }

  read(slot: number): string {
    const hex = Array.from(this.#words.subarray(slot * WORDS, (slot + 1) * WORDS), (word) =>
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

  /** With an id that no car may have any more. */
  compareTo(slot: number, words: readonly number[]): number {
    for (let index = 0; index < WORDS; index += 1) {
      const difference = this.#words[slot * WORDS + index]! - words[index]!;
      if (difference !== 0) return difference;
    }
    return 0;
  }

  #put(slot: number): void {
    let position = this.#placeAt(slot);
    while (this.#places[position] !== 0) position = this.#next(position);
    this.#places[position] = slot + 1;
  }

  #placeAt(slot: number): number {
    const at = slot * WORDS;
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

function slotsFor(capacity: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, capacity * SLOTS_AN_ID)));
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
