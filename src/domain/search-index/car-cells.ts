import type { Point } from "#values/distance.ts";
import { placeOnSphere } from "./chords.ts";

/** Of latitude and of longitude: some 11 by 8 km in the south of Canada. */
const CELL_DEGREES = 0.1;
const CELLS_ROUND = 360 / CELL_DEGREES;
const LEAST_SLOTS = 4;
const GROWTH = 1.5;

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
  places: Float32Array;
  count: number;
};

/** Where the cars are, roughly: who looks for those around a place leaves most of a country out. */
export class CarCells {
  readonly #cells = new Map<number, CarCell>();

  add(slot: number, point: Point): void {
    const number = numberCell(point);
    let cell = this.#cells.get(number);
    if (!cell) this.#cells.set(number, (cell = createCell(number)));
    if (cell.count === cell.slots.length) {
      const capacity = Math.ceil(cell.count * GROWTH);
      const { slots, places } = cell;
      cell.slots = new Int32Array(capacity);
      cell.slots.set(slots);
      cell.places = new Float32Array(capacity * 3);
      cell.places.set(places);
    }
    cell.slots[cell.count] = slot;
    cell.places.set(placeOnSphere(point), cell.count * 3);
    cell.count += 1;
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
    cell.places.copyWithin(at * 3, last * 3, last * 3 + 3);
    if (cell.count === 0) this.#cells.delete(number);
  }

  values(): Iterable<CarCell> {
    return this.#cells.values();
  }
}

function numberCell({ lat, lon }: Point): number {
  return Math.floor(lat / CELL_DEGREES) * CELLS_ROUND + Math.floor((lon + 180) / CELL_DEGREES);
}

function createCell(number: number): CarCell {
  const row = Math.floor(number / CELLS_ROUND);
  const pointAt = (north: number, east: number) =>
    placeOnSphere({
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
    slots: new Int32Array(LEAST_SLOTS),
    places: new Float32Array(LEAST_SLOTS * 3),
    count: 0,
  };
}
