/** A set of rows, one bit per row. All bitmaps of one index have the same length. */
export type Bitmap = Uint32Array;

export function createBitmap(capacity: number): Bitmap {
  return new Uint32Array((capacity + 31) >>> 5);
}

export function hasBit(bits: Bitmap, row: number): boolean {
  return (bits[row >>> 5]! & (1 << (row & 31))) !== 0;
}

export function setBit(bits: Bitmap, row: number): void {
  bits[row >>> 5]! |= 1 << (row & 31);
}

export function clearBit(bits: Bitmap, row: number): void {
  bits[row >>> 5]! &= ~(1 << (row & 31));
}

// Each of these functions returns a new set.

export function intersect(...sets: readonly [Bitmap, ...Bitmap[]]): Bitmap {
  const [first, ...others] = sets;
  const common = first.slice();
  for (const other of others) {
    for (let word = 0; word < common.length; word += 1) common[word]! &= other[word]!;
  }
  return common;
}

export function unite(...sets: readonly [Bitmap, ...Bitmap[]]): Bitmap {
  const [first, ...others] = sets;
  const all = first.slice();
  for (const other of others) addAll(all, other);
  return all;
}

/** Changes the first set in place. */
export function addAll(bits: Bitmap, others: Bitmap): void {
  for (let word = 0; word < bits.length; word += 1) bits[word]! |= others[word]!;
}

export function subtract(one: Bitmap, other: Bitmap): Bitmap {
  const rest = one.slice();
  for (let word = 0; word < rest.length; word += 1) rest[word]! &= ~other[word]!;
  return rest;
}

export function countBits(bits: Bitmap): number {
  let count = 0;
  for (let word = 0; word < bits.length; word += 1) {
    // Counts bits in parallel: sums of neighbouring bits, then of pairs, of fours and of bytes.
    let sums = bits[word]!;
    sums -= (sums >>> 1) & 0x5555_5555;
    sums = (sums & 0x3333_3333) + ((sums >>> 2) & 0x3333_3333);
    sums = (sums + (sums >>> 4)) & 0x0f0f_0f0f;
    count += Math.imul(sums, 0x0101_0101) >>> 24;
  }
  return count;
}

/**
 * The rows in ascending order.
 *
 * @param into long enough for all rows; a part of it is returned
 */
export function listBits(bits: Bitmap, into?: Int32Array): Int32Array {
  const rows = into ?? new Int32Array(countBits(bits));
  let count = 0;
  for (let word = 0; word < bits.length; word += 1) {
    let left = bits[word]!;
    while (left !== 0) {
      const lowest = left & -left;
      rows[count] = (word << 5) + 31 - Math.clz32(lowest);
      count += 1;
      left ^= lowest;
    }
  }
  return rows.subarray(0, count);
}

/** The same set for an index with a larger capacity. */
export function widen(bits: Bitmap, capacity: number): Bitmap {
  const wider = createBitmap(capacity);
  wider.set(bits);
  return wider;
}
