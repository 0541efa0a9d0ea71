import type { Point } from "#values/distance.ts";
import type { CarTally } from "./car-tally.ts";
import { type OnSphere, toUnitSphere } from "./chord-length.ts";
import { callNotInlined } from "./call-not-inlined.ts";
import { yieldToEventLoop } from "./yield-to-event-loop.ts";

/** Of latitude and of longitude: some 11 by 8 km in the south of Canada. */
const CELL_DEGREES = 0.1;
const CELLS_ROUND = 360 / CELL_DEGREES;
/** Three numbers of a centre, one of a reach. */
const BALL = 4;
const LEAST_BALLS = 64;
const LEAST_SLOTS = 4;
const GROWTH = 1.25;
const NO_SLOTS = new Int32Array(0);
const NO_COORDINATES = new Float32Array(0);

/** The cars of a small piece of the Earth. */
export type CarCell = {
  /** Its centre, on a sphere of radius 1. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** No car of it is farther from its centre, as a chord. */
  readonly reach: number;
  /** In no order; the first `count` of them. */
  slots: Int32Array;
  /** Where they are, three numbers each: beside each other, as they are measured one after the other. */
  coordinates: Float32Array;
  count: number;
  /** Of those for sale, where the cell ever had many: made by `tallyCells`. */
  totals: CarTally | null;
};

export type NearCell = { cell: CarCell; way: number };

/** Where the cars are, roughly: who looks for those around a place leaves most of a country out. */
export class CarCells {
  /** By number. One that had cars once stays. */
  readonly #cells = new Map<number, CarCell>();
  /** The centre and the reach of each, in the order in which they came: beside each other in memory. */
  #balls = new Float64Array(LEAST_BALLS * BALL);
  readonly #list: CarCell[] = [];

  get count(): number {
    return this.#list.length;
  }

  /** The cell of a place; null where no car ever was. */
  find(point: Point): CarCell | null {
    return this.#cells.get(numberCell(point)) ?? null;
  }

  /** The cells that are not wholly farther than a chord from a place, each with the chord to its centre. */
  listNear([x, y, z]: OnSphere, chord: number): NearCell[] {
    return callNotInlined(findNearBalls, this.#balls.subarray(0, this.#list.length * BALL), {
      x,
      y,
      z,
      chord,
    }).map(({ at, way }) => ({ cell: this.#list[at]!, way }));
  }

  add(slot: number, point: Point): void {
    const number = numberCell(point);
    let cell = this.#cells.get(number);
    if (!cell) this.#keep(number, (cell = createCell(number, NO_SLOTS, NO_COORDINATES)));
    if (cell.count === cell.slots.length) {
      const capacity = LEAST_SLOTS + Math.ceil(cell.count * GROWTH);
      const { slots, coordinates } = cell;
      cell.slots = new Int32Array(capacity);
      cell.slots.set(slots);
      cell.coordinates = new Float32Array(capacity * 3);
      cell.coordinates.set(coordinates);
    }
    append(cell, slot, point);
  }

  /**
   * Takes in all slots below `used` at once, where there is none yet: the cells share two arrays of
   * just the length that they need.
   */
  async fill(used: number, pointOf: (slot: number) => Point): Promise<void> {
    const numbers = new Int32Array(used);
    const counts = new Map<number, number>();
    await yieldToEventLoop(used, (start, end) => {
      for (let slot = start; slot < end; slot += 1) {
        const number = numberCell(pointOf(slot));
        numbers[slot] = number;
        counts.set(number, (counts.get(number) ?? 0) + 1);
      }
    });
    const slots = new Int32Array(used);
    const coordinates = new Float32Array(used * 3);
    let start = 0;
    for (const [number, count] of counts) {
      const end = start + count;
      const own = coordinates.subarray(start * 3, end * 3);
      this.#keep(number, createCell(number, slots.subarray(start, end), own));
      start = end;
    }
    await yieldToEventLoop(used, (first, end) => {
      for (let slot = first; slot < end; slot += 1) {
        append(this.#cells.get(numbers[slot]!)!, slot, pointOf(slot));
      }
    });
  }

  /** @param point where it was added */
  remove(slot: number, point: Point): void {
    const number = numberCell(point);
    const cell = this.#cells.get(number);
    const at = cell ? cell.slots.indexOf(slot) : -1;
    if (!cell || at < 0 || at >= cell.count)
      throw new Error("A car is in another cell than its own.");
    cell.count -= 1;
    const last = cell.count;
    cell.slots[at] = cell.slots[last]!;
    cell.coordinates.copyWithin(at * 3, last * 3, last * 3 + 3);
  }

  values(): readonly CarCell[] {
    return this.#list;
  }

  #keep(number: number, cell: CarCell): void {
    this.#cells.set(number, cell);
    const at = this.#list.push(cell) - 1;
    if (this.#balls.length < this.#list.length * BALL) {
      const balls = this.#balls;
      this.#balls = new Float64Array(2 * balls.length);
      this.#balls.set(balls);
    }
    this.#balls.set([cell.x, cell.y, cell.z, cell.reach], at * BALL);
  }
}

function findNearBalls(
  balls: Float64Array,
  { x, y, z, chord }: { x: number; y: number; z: number; chord: number },
): { at: number; way: number }[] {
  const near: { at: number; way: number }[] = [];
  for (let from = 0; from < balls.length; from += BALL) {
    const dx = balls[from]! - x;
    const dy = balls[from + 1]! - y;
    const dz = balls[from + 2]! - z;
    const squared = dx * dx + dy * dy + dz * dz;
    const farthest = chord + balls[from + 3]!;
    // Of a whole country most are beyond all circles.
    if (squared <= farthest * farthest) near.push({ at: from / BALL, way: Math.sqrt(squared) });
  }
  return near;
}

function numberCell({ lat, lon }: Point): number {
  return Math.floor(lat / CELL_DEGREES) * CELLS_ROUND + Math.floor((lon + 180) / CELL_DEGREES);
}

function append(cell: CarCell, slot: number, point: Point): void {
  cell.slots[cell.count] = slot;
  cell.coordinates.set(toUnitSphere(point), cell.count * 3);
  cell.count += 1;
}

function createCell(number: number, slots: Int32Array, coordinates: Float32Array): CarCell {
  const row = Math.floor(number / CELLS_ROUND);
  const pointAt = (north: number, east: number) =>
    toUnitSphere({
      lat: (row + north) * CELL_DEGREES,
      lon: (number - row * CELLS_ROUND + east) * CELL_DEGREES - 180,
    });
  const [x, y, z] = pointAt(0.5, 0.5);
  const corners = [pointAt(0, 0), pointAt(0, 1), pointAt(1, 0), pointAt(1, 1)];
  const ways = corners.map((corner) => Math.hypot(corner[0] - x, corner[1] - y, corner[2] - z));
  return {
    x,
    y,
    z,
    // No point of it is farther than a corner, but for what rounding may do.
    reach: 1.01 * Math.max(...ways),
    slots,
    coordinates,
    count: 0,
    totals: null,
  };
}
