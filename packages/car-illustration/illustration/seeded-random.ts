/**
 * Returns numbers from 0 (included) to 1 (excluded), the same on every machine for the same seed.
 */
export type Random = () => number;

/** FNV-1a over UTF-16 code units, finished with two rounds of MurmurHash3's mixer. */
export function hash(text: string): number {
  let state = 2166136261;
  for (const character of text) {
    state ^= character.charCodeAt(0);
    state = Math.imul(state, 16777619);
  }
  state ^= state >>> 15;
  state = Math.imul(state, 2246822507);
  state ^= state >>> 13;
  return state >>> 0;
}

/** The mulberry32 generator, started from the hash of the seed. */
export function seededRandom(seed: string): Random {
  let state = hash(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A whole number from 0 (included) to `count` (excluded). */
export function pickBelow(random: Random, count: number): number {
  return Math.floor(random() * count);
}

export function pick<const Items extends readonly [unknown, ...unknown[]]>(
  random: Random,
  items: Items,
): Items[number] {
  return items[pickBelow(random, items.length)];
}
