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
  let left = word - ((word >>> 1) & 0x5555_5555);
  left = (left & 0x3333_3333) + ((left >>> 2) & 0x3333_3333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** Writes the slots in rising order. @returns how many there are */
function listBits(bits: Bitmap, into: Int32Array): number {
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
