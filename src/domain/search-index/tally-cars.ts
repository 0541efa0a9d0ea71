import type { Bitmap } from "./bitmap.ts";
import type { CarIndex } from "./car-index.ts";
import type { CarRows } from "./car-rows.ts";
import type { CarTally } from "./car-tally.ts";
import { LANES, unpackLane } from "./facet-numbers.ts";
import { runLoop } from "./run-loop.ts";

/** How many cars are looked at for one lane before the next: their rows stay in the nearest memory. */
const CARS_A_BLOCK = 1_024;

/** A lane that is counted, and how many cars have each value of it. */
type CountedLane = { at: number; counts: Int32Array };

/** Where the rows of some cars begin. */
const block = new Int32Array(CARS_A_BLOCK + 32);
let blockLength = 0;
/** How many cars have each value of a lane; all 0 between two tallies. */
const packedCounts = LANES.map((lane) => (lane.kind === "name" ? null : new Int32Array(lane.size)));

/** Adds what the cars have in these lanes. */
export function tallyCars(
  { rows, named }: CarIndex,
  cars: Bitmap,
  lanes: readonly number[],
  into: CarTally,
): void {
  const counted = lanes.map((at): CountedLane => {
    const lane = LANES[at]!;
    const counts =
      lane.kind === "name"
        ? into.makeRoom(lane.named, named.get(lane.name)!.numbers.count)
        : packedCounts[at]!;
    return { at, counts };
  });
  for (let word = 0; word < cars.length;) {
    word = runLoop(fillBlock, cars, word);
    tallyBlock(rows.numbers, counted);
  }
  for (const at of lanes) unpackCounts(at, into);
}

// Small functions with one loop each: the engine compiles them whole, once and for all.

/** @returns the word after those whose cars are in the block */
function fillBlock(cars: Bitmap, from: number): number {
  const width = LANES.length;
  let length = 0;
  let word = from;
  for (; word < cars.length && length < CARS_A_BLOCK; word += 1) {
    let left = cars[word]!;
    while (left !== 0) {
      const lowest = left & -left;
      block[length] = ((word << 5) + 31 - Math.clz32(lowest)) * width;
      length += 1;
      left ^= lowest;
    }
  }
  blockLength = length;
  return word;
}

/** Four lanes at a time: the row is found once for all of them. */
function tallyBlock(numbers: CarRows["numbers"], lanes: readonly CountedLane[]): void {
  let next = 0;
  for (; next + 3 < lanes.length; next += 4) {
    const [one, two, three, four] = lanes.slice(next, next + 4);
    runLoop(tallyFourLanes, numbers, one!, two!, three!, four!);
  }
  for (; next < lanes.length; next += 1) runLoop(tallyLane, numbers, lanes[next]!);
}

function tallyFourLanes(
  numbers: CarRows["numbers"],
  { at: at1, counts: counts1 }: CountedLane,
  { at: at2, counts: counts2 }: CountedLane,
  { at: at3, counts: counts3 }: CountedLane,
  { at: at4, counts: counts4 }: CountedLane,
): void {
  const length = blockLength;
  for (let each = 0; each < length; each += 1) {
    const row = block[each]!;
    counts1[numbers[row + at1]!]! += 1;
    counts2[numbers[row + at2]!]! += 1;
    counts3[numbers[row + at3]!]! += 1;
    counts4[numbers[row + at4]!]! += 1;
  }
}

function tallyLane(numbers: CarRows["numbers"], { at, counts }: CountedLane): void {
  const length = blockLength;
  for (let each = 0; each < length; each += 1) counts[numbers[block[each]! + at]!]! += 1;
}

/** The values of a lane that any car has. */
const values = new Int32Array(
  Math.max(...LANES.map((each) => (each.kind === "name" ? 0 : each.size))),
);

/** Takes the counts of packed values apart, and leaves none behind. */
function unpackCounts(at: number, { numbers }: CarTally): void {
  const counts = packedCounts[at];
  const lane = LANES[at]!;
  if (!counts || lane.kind === "name") return;
  const length = runLoop(listValues, counts);
  if (lane.kind === "listed") {
    for (const { offset, shift, mask } of lane.places) {
      for (let each = 0; each < length; each += 1) {
        const value = values[each]!;
        numbers[offset + ((value >>> shift) & mask)]! += counts[value]!;
      }
    }
  } else {
    for (let each = 0; each < length; each += 1) {
      const value = values[each]!;
      unpackLane(lane, value, (number) => (numbers[number]! += counts[value]!));
    }
  }
  for (let each = 0; each < length; each += 1) counts[values[each]!] = 0;
}

function listValues(counts: Int32Array): number {
  let length = 0;
  for (let value = 0; value < counts.length; value += 1) {
    if (counts[value] !== 0) {
      values[length] = value;
      length += 1;
    }
  }
  return length;
}
