import { callNotInlined } from "./call-not-inlined.ts";

/**
 * A set of slots (the places of cars in the index), a bit each. All of one index are equally long.
 */
export type Bitmap = Uint32Array;

export function createBitmap(slots: number): Bitmap {
  return new Uint32Array((slots + 31) >>> 5);
}

export function hasBit(bits: Bitmap, slot: number): boolean {
  return (bits[slot >>> 5]! & (1 << (slot & 31))) !== 0;
}

export function setBit(bits: Bitmap, slot: number): void {
  bits[slot >>> 5]! |= 1 << (slot & 31);
}

export function clearBit(bits: Bitmap, slot: number): void {
  bits[slot >>> 5]! &= ~(1 << (slot & 31));
}

/** Keeps of `target` what `other` has, too. */
export function intersect(target: Bitmap, other: Bitmap): void {
  callNotInlined(intersectWords, target, other);
}

function intersectWords(target: Bitmap, other: Bitmap): void {
  for (let word = 0; word < target.length; word += 1) target[word]! &= other[word]!;
}

export function unite(target: Bitmap, other: Bitmap): void {
  callNotInlined(uniteWords, target, other);
}

function uniteWords(target: Bitmap, other: Bitmap): void {
  for (let word = 0; word < target.length; word += 1) target[word]! |= other[word]!;
}

export function subtract(target: Bitmap, other: Bitmap): void {
  callNotInlined(subtractWords, target, other);
}

function subtractWords(target: Bitmap, other: Bitmap): void {
  for (let word = 0; word < target.length; word += 1) target[word]! &= ~other[word]!;
}

/** What all have. Of one set it is that set itself, not to be changed. */
export function intersectAll([first, ...others]: readonly Bitmap[], scratch: Scratch): Bitmap {
  if (!first) throw new Error("A search has at least the condition of its status.");
  if (others.length === 0) return first;
  const cars = scratch.take(first);
  for (const other of others) intersect(cars, other);
  return cars;
}

/** As `unite` with each; four at a time, so that `target` is gone through a quarter as often. */
export function uniteAll(target: Bitmap, others: readonly Bitmap[]): void {
  for (let at = 0; at < others.length; at += 4) {
    const one = others[at]!;
    const two = others[at + 1] ?? one;
    const three = others[at + 2] ?? one;
    const four = others[at + 3] ?? one;
    callNotInlined(uniteWordsOfFour, target, one, two, three, four);
  }
}

function uniteWordsOfFour(
  target: Bitmap,
  one: Bitmap,
  two: Bitmap,
  three: Bitmap,
  four: Bitmap,
): void {
  for (let word = 0; word < target.length; word += 1) {
    target[word]! |= one[word]! | two[word]! | three[word]! | four[word]!;
  }
}

/**
 * One more condition for cars that have fulfilled all so far: `all` keeps those that fulfil it too,
 * `allButOne` those that fail just one of the conditions.
 */
export function narrow(all: Bitmap, allButOne: Bitmap, condition: Bitmap): void {
  callNotInlined(narrowWords, all, allButOne, condition);
}

function narrowWords(all: Bitmap, allButOne: Bitmap, condition: Bitmap): void {
  for (let word = 0; word < all.length; word += 1) {
    const fulfilling = condition[word]!;
    const some = all[word]!;
    allButOne[word] = (allButOne[word]! & fulfilling) | (some & ~fulfilling);
    all[word] = some & fulfilling;
  }
}

// Counting the bits of words is written out in each: as a function it is called for each of them. Two
// words at a time, whose counts of four bits each still fit in four bits when added.

export function countBits(bits: Bitmap): number {
  return callNotInlined(countBitsOfWords, bits);
}

function countBitsOfWords(bits: Bitmap): number {
  let count = 0;
  for (let word = 0; word < bits.length; word += 2) {
    let left = bits[word]!;
    let right = word + 1 < bits.length ? bits[word + 1]! : 0;
    left -= (left >>> 1) & 0x5555_5555;
    right -= (right >>> 1) & 0x5555_5555;
    left = (left & 0x3333_3333) + ((left >>> 2) & 0x3333_3333);
    right = (right & 0x3333_3333) + ((right >>> 2) & 0x3333_3333);
    left += right;
    left = (left & 0x0f0f_0f0f) + ((left >>> 4) & 0x0f0f_0f0f);
    count += Math.imul(left, 0x0101_0101) >>> 24;
  }
  return count;
}

/** How many both have, without a set of those. */
export function countCommon(one: Bitmap, other: Bitmap): number {
  return callNotInlined(countCommonOfWords, one, other);
}

function countCommonOfWords(one: Bitmap, other: Bitmap): number {
  let count = 0;
  for (let word = 0; word < one.length; word += 2) {
    let left = one[word]! & other[word]!;
    let right = word + 1 < one.length ? one[word + 1]! & other[word + 1]! : 0;
    left -= (left >>> 1) & 0x5555_5555;
    right -= (right >>> 1) & 0x5555_5555;
    left = (left & 0x3333_3333) + ((left >>> 2) & 0x3333_3333);
    right = (right & 0x3333_3333) + ((right >>> 2) & 0x3333_3333);
    left += right;
    left = (left & 0x0f0f_0f0f) + ((left >>> 4) & 0x0f0f_0f0f);
    count += Math.imul(left, 0x0101_0101) >>> 24;
  }
  return count;
}

/** Writes into `target` what `some` has and `others` has not. @returns how many those are */
export function writeDifference(target: Bitmap, some: Bitmap, others: Bitmap): number {
  return callNotInlined(writeDifferenceOfWords, target, some, others);
}

function writeDifferenceOfWords(target: Bitmap, some: Bitmap, others: Bitmap): number {
  let count = 0;
  for (let word = 0; word < target.length; word += 1) {
    let left = some[word]! & ~others[word]!;
    target[word] = left;
    if (left === 0) continue;
    left -= (left >>> 1) & 0x5555_5555;
    left = (left & 0x3333_3333) + ((left >>> 2) & 0x3333_3333);
    count += Math.imul((left + (left >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
  }
  return count;
}

/** Writes the slots in rising order. @returns how many there are */
export function listBits(bits: Bitmap, into: Int32Array): number {
  return callNotInlined(listBitsOfWords, bits, into);
}

function listBitsOfWords(bits: Bitmap, into: Int32Array): number {
  let count = 0;
  for (let word = 0; word < bits.length; word += 1) {
    let left = bits[word]!;
    while (left !== 0) {
      const lowest = left & -left;
      into[count] = (word << 5) + 31 - Math.clz32(lowest);
      count += 1;
      left ^= lowest;
    }
  }
  return count;
}

/** Adds the slots of a list, from `start` to `end`. */
export function setBits(bits: Bitmap, slots: Int32Array, start: number, end: number): void {
  callNotInlined(setListedBits, bits, slots, start, end);
}

function setListedBits(bits: Bitmap, slots: Int32Array, start: number, end: number): void {
  for (let at = start; at < end; at += 1) {
    const slot = slots[at]!;
    bits[slot >>> 5]! |= 1 << (slot & 31);
  }
}

/** As `setBits`, of a list that rises: where it has all slots of a word, the word is written. */
export function setRisingBits(bits: Bitmap, slots: Int32Array, start: number, end: number): void {
  callNotInlined(setRisingListedBits, bits, slots, start, end);
}

function setRisingListedBits(bits: Bitmap, slots: Int32Array, start: number, end: number): void {
  let at = start;
  while (at < end) {
    const slot = slots[at]!;
    if ((slot & 31) === 0 && at + 31 < end && slots[at + 31] === slot + 31) {
      bits[slot >>> 5] = -1;
      at += 32;
    } else {
      bits[slot >>> 5]! |= 1 << (slot & 31);
      at += 1;
    }
  }
}

/** What one search needs and no other keeps: taken again and again, never made anew. */
export class Scratch {
  #bitmaps: Bitmap[] = [];
  #taken = 0;
  #slots = new Int32Array(0);

  /** All that was taken may be given out again. */
  start(slots: number): void {
    this.#taken = 0;
    if (this.#slots.length === slots) return;
    this.#bitmaps = [];
    this.#slots = new Int32Array(slots);
  }

  /** An empty one, or a copy. */
  take(content?: Bitmap): Bitmap {
    const bitmap = (this.#bitmaps[this.#taken] ??= createBitmap(this.#slots.length));
    this.#taken += 1;
    if (content) bitmap.set(content);
    else bitmap.fill(0);
    return bitmap;
  }

  /** The slots of a set in rising order, until the next are listed. */
  list(bits: Bitmap): { slots: Int32Array; count: number } {
    return { slots: this.#slots, count: listBits(bits, this.#slots) };
  }
}
