import { yieldToEventLoop } from "./yield-to-event-loop.ts";

/** 11 bits of a key at a time: the counts of so many values lie in the processor's nearest memory. */
const VALUES = 2_048;

/** By slot; whole numbers. */
export type SortKeys = Float64Array | Int32Array | Int16Array;

/**
 * Sorts slots by their keys; those of equal keys stay in the order in which they came. Digit by digit
 * (a radix sort), which can rest after any slot, as no sorting of the language can.
 */
export async function sortSlots(slots: Int32Array, keys: SortKeys): Promise<Int32Array> {
  let least = Infinity;
  let most = -Infinity;
  await yieldToEventLoop(slots.length, (start, end) => {
    for (let at = start; at < end; at += 1) {
      const key = keys[slots[at]!]!;
      if (key < least) least = key;
      if (key > most) most = key;
    }
  });
  let sorted = slots;
  let spare: Int32Array = new Int32Array(slots.length);
  for (let divisor = 1; divisor <= most - least; divisor *= VALUES) {
    await sortByDigit({ from: sorted, to: spare, keys, least, divisor });
    // What was given is left as it is.
    [sorted, spare] = [spare, sorted === slots ? new Int32Array(slots.length) : sorted];
  }
  return sorted;
}

async function sortByDigit(work: {
  from: Int32Array;
  to: Int32Array;
  keys: SortKeys;
  least: number;
  divisor: number;
}): Promise<void> {
  const { from, to, keys, least, divisor } = work;
  const positions = new Int32Array(VALUES + 1);
  // `&` takes the whole part first, also of what is longer than 32 bits.
  await yieldToEventLoop(from.length, (start, end) => {
    for (let at = start; at < end; at += 1) {
      positions[(((keys[from[at]!]! - least) / divisor) & (VALUES - 1)) + 1]! += 1;
    }
  });
  for (let digit = 1; digit < VALUES; digit += 1) positions[digit]! += positions[digit - 1]!;
  await yieldToEventLoop(from.length, (start, end) => {
    for (let at = start; at < end; at += 1) {
      const slot = from[at]!;
      const digit = ((keys[slot]! - least) / divisor) & (VALUES - 1);
      to[positions[digit]!] = slot;
      positions[digit]! += 1;
    }
  });
}
