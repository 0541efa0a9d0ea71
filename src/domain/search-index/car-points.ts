import { LRUCache } from "lru-cache";
import type { Point } from "#values/distance.ts";
import { type CarCell, CarCells } from "./car-cells.ts";
import { reorder } from "./car-columns.ts";
import { CarsAround } from "./cars-around.ts";
import { type OnSphere, toUnitSphere } from "./chord-length.ts";

/** People ask for the same towns again and again; each costs a bit a car and circle. */
const MOST_POINTS = 8;
/** Where the cars are, by slot, and how far from the places that were asked for lately. */
export class CarPoints {
  #lat: Float64Array;
  #lon: Float64Array;
  /** On a sphere of radius 1. */
  #xyz: Float32Array;
  /** No slot from here on has a car. */
  #used = 0;
  readonly cells = new CarCells();
  readonly #places = new LRUCache<string, CarsAround>({ max: MOST_POINTS });

  constructor(capacity: number) {
    this.#lat = new Float64Array(capacity);
    this.#lon = new Float64Array(capacity);
    this.#xyz = new Float32Array(capacity * 3);
  }

  /** Slots come in their order; one that was given up keeps its point until it has another. */
  set(slot: number, point: Point): void {
    if (slot < this.#used) {
      const from = this.read(slot);
      // Most changes are of something else.
      if (from.lat === point.lat && from.lon === point.lon) return;
      this.cells.remove(slot, from);
    }
    this.cells.add(slot, point);
    this.load(slot, point);
    for (const place of this.#places.values()) place.measure(slot);
  }

  /** One of many: but for its cell, of which `fillCells` takes care in the end. */
  load(slot: number, point: Point): void {
    this.#lat[slot] = point.lat;
    this.#lon[slot] = point.lon;
    this.#xyz.set(toUnitSphere(point), slot * 3);
    this.#used = Math.max(this.#used, slot + 1);
  }

  /** @param order for each slot the one whose place comes there, of all that were loaded */
  async reorder(order: Int32Array): Promise<void> {
    const { length } = this.#lat;
    this.#lat = await reorder(this.#lat, new Float64Array(length), order);
    this.#lon = await reorder(this.#lon, new Float64Array(length), order);
    this.#xyz = await reorder(this.#xyz, new Float32Array(length * 3), order, 3);
  }

  async fillCells(): Promise<void> {
    await this.cells.fill(this.#used, (slot) => this.read(slot));
  }

  around(centre: Point): CarsAround {
    const key = `${centre.lat} ${centre.lon}`;
    const cached = this.#places.get(key);
    if (cached) return cached;
    const place = this.aroundOnce(centre);
    this.#places.set(key, place);
    return place;
  }

  /** For a place that nobody else is likely to ask for: nothing of it is kept. */
  aroundOnce(centre: Point): CarsAround {
    return new CarsAround(centre, this.#lat.length, this);
  }

  read(slot: number): Point {
    return { lat: this.#lat[slot]!, lon: this.#lon[slot]! };
  }

  /** Null while loading. */
  cellOf(slot: number): CarCell | null {
    return this.cells.find(this.read(slot));
  }

  /** Squared, in Earth radii. */
  squaredChord([x, y, z]: OnSphere, slot: number): number {
    const xyz = this.#xyz;
    const dx = xyz[slot * 3]! - x;
    const dy = xyz[slot * 3 + 1]! - y;
    const dz = xyz[slot * 3 + 2]! - z;
    return dx * dx + dy * dy + dz * dz;
  }

  grow(capacity: number): void {
    this.#places.clear();
    const [lat, lon, xyz] = [this.#lat, this.#lon, this.#xyz];
    this.#lat = new Float64Array(capacity);
    this.#lon = new Float64Array(capacity);
    this.#xyz = new Float32Array(capacity * 3);
    this.#lat.set(lat);
    this.#lon.set(lon);
    this.#xyz.set(xyz);
  }
}
