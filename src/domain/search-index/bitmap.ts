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
  for (let word = 0; word < target.length; word += 1) target[word]! &= other[word]!;
}

export function unite(target: Bitmap, other: Bitmap): void {
  for (let word = 0; word < target.length; word += 1) target[word]! |= other[word]!;
}

export function subtract(target: Bitmap, other: Bitmap): void {
  for (let word = 0; word < target.length; word += 1) target[word]! &= ~other[word]!;
}

export function countBits(bits: Bitmap): number {
  let count = 0;
  for (let word = 0; word < bits.length; word += 1) count += countWord(bits[word]!);
  return count;
}

/** How many both have, without a set of those. */
export function countCommon(one: Bitmap, other: Bitmap): number {
  let count = 0;
  for (let word = 0; word < one.length; word += 1) count += countWord(one[word]! & other[word]!);
  return count;
}

function countWord(word: number): number {
  if (word === 0) return 0;
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** Writes the slots in rising order. @returns how many there are */
export function listBits(bits: Bitmap, into: Int32Array): number {
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

/** Bitmaps that one search needs and no other keeps: taken again and again, never made anew. */
export class ScratchBitmaps {
  #bitmaps: Bitmap[] = [];
  #taken = 0;

  /** All that were taken may be given out again. */
  start(slots: number): void {
    this.#taken = 0;
    const length = (slots + 31) >>> 5;
    if (this.#bitmaps[0]?.length !== length) this.#bitmaps = [];
  }

  /** An empty one, or a copy. */
  take(slots: number, content?: Bitmap): Bitmap {
    const bitmap = (this.#bitmaps[this.#taken] ??= createBitmap(slots));
    this.#taken += 1;
    if (content) bitmap.set(content);
    else bitmap.fill(0);
    return bitmap;
  }
}
