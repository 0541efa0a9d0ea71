import { LRUCache } from "lru-cache";
import { RADII_KM } from "#domain/search/search.ts";
import { distanceKm, distanceMetres, type Point } from "#values/distance.ts";
import { type Bitmap, clearBit, createBitmap, setBit, setBits, unite } from "./bitmap.ts";
import { type CarCell, CarCells } from "./car-cells.ts";
import { reorder } from "./car-order.ts";
import { chordFor, type OnSphere, placeOnSphere } from "./chords.ts";

/** People ask for the same towns again and again; each costs a bit a car and circle. */
const MOST_PLACES = 8;
/** The circles that people choose from, and two for whoever asks what is nearest. */
export const CIRCLES_KM: readonly number[] = [5, 10, ...RADII_KM];
/**
 * What a straight way through the Earth, in Earth radii, may be wrong by where it is kept in 32 bits:
 * some metres. Whatever lies as near to a limit is measured exactly.
 */
const TOLERANCE = 1e-6;

/** Where the cars are, by slot, and how far from the places that were asked for lately. */
export class CarPoints {
  #lat: Float64Array;
  #lon: Float64Array;
  /** On a sphere of radius 1. */
  #xyz: Float32Array;
  /** No slot from here on has a car. */
  #used = 0;
  readonly cells = new CarCells();
  readonly #places = new LRUCache<string, CarsAround>({ max: MOST_PLACES });

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
    this.#xyz.set(placeOnSphere(point), slot * 3);
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
    const kept = this.#places.get(key);
    if (kept) return kept;
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

type Circle = {
  radiusKm: number;
  /** Its edge, as a chord. */
  edge: number;
  /** Squared chords: surely within below the one, surely beyond above the other. */
  surely: number;
  perhaps: number;
  cars: Bitmap;
};

/** Which cars lie in the circles around a place. */
export class CarsAround {
  readonly #centre: Point;
  readonly #from: OnSphere;
  readonly #points: CarPoints;
  /** Who is within each of `CIRCLES_KM`. */
  readonly #circles: readonly Circle[];

  constructor(centre: Point, capacity: number, points: CarPoints) {
    this.#centre = centre;
    this.#from = placeOnSphere(centre);
    this.#points = points;
    this.#circles = CIRCLES_KM.map((radiusKm) => createCircle(radiusKm, createBitmap(capacity)));
    this.#fill(this.#circles);
  }

  measure(slot: number): void {
    for (const { cars } of this.#circles) clearBit(cars, slot);
    const squared = this.#points.squaredChord(this.#from, slot);
    // Whoever is outside of one is outside of the narrower ones.
    for (let at = this.#circles.length - 1; at >= 0; at -= 1) {
      const circle = this.#circles[at]!;
      if (!this.#isWithin(slot, squared, circle)) return;
      setBit(circle.cars, slot);
    }
  }

  distanceKm(slot: number): number {
    return distanceKm(this.#centre, this.#points.read(slot));
  }

  distanceMetres(slot: number): number {
    return distanceMetres(this.#centre, this.#points.read(slot));
  }

  /** Whatever slot lies within; those without a car, too. Null for a circle that is none of those kept. */
  findWithin(radiusKm: number): Bitmap | null {
    return this.#circles.find((circle) => circle.radiusKm === radiusKm)?.cars ?? null;
  }

  addWithin(radiusKm: number, cars: Bitmap): void {
    this.#fill([createCircle(radiusKm, cars)]);
  }

  /** Of slots that lie beyond, this says nearly always that they do, and never of others. */
  isSurelyBeyond(km: number): (slot: number) => boolean {
    const limit = (chordFor(km) + TOLERANCE) ** 2;
    return (slot) => this.#points.squaredChord(this.#from, slot) > limit;
  }

  /** Each car into the narrowest circle that holds it, then each circle into the next. */
  #fill(circles: readonly Circle[]): void {
    const [x, y, z] = this.#from;
    const widest = (circles.at(-1)?.edge ?? 0) + TOLERANCE;
    for (const cell of this.#points.cells.values()) {
      const { reach } = cell;
      const squared = (cell.x - x) ** 2 + (cell.y - y) ** 2 + (cell.z - z) ** 2;
      // Of a whole country most are beyond all circles.
      if (squared > (widest + reach) ** 2) continue;
      const way = Math.sqrt(squared);
      let narrowest = 0;
      while (way - reach > circles[narrowest]!.edge + TOLERANCE) narrowest += 1;
      const { edge, cars } = circles[narrowest]!;
      if (way + reach < edge - TOLERANCE) setBits(cars, cell.slots, 0, cell.count);
      else this.#measureCell(cell, circles, narrowest);
    }
    for (let at = 1; at < circles.length; at += 1) {
      unite(circles[at]!.cars, circles[at - 1]!.cars);
    }
  }

  #measureCell({ slots, places, count }: CarCell, circles: readonly Circle[], from: number): void {
    const [x, y, z] = this.#from;
    const { length } = circles;
    for (let each = 0; each < count; each += 1) {
      const dx = places[each * 3]! - x;
      const dy = places[each * 3 + 1]! - y;
      const dz = places[each * 3 + 2]! - z;
      const squared = dx * dx + dy * dy + dz * dz;
      let at = from;
      while (at < length && squared > circles[at]!.perhaps) at += 1;
      if (at === length) continue;
      const slot = slots[each]!;
      const { surely, radiusKm } = circles[at]!;
      // So near to the edge of one, it is surely within the next.
      if (squared >= surely && this.distanceKm(slot) > radiusKm) at += 1;
      if (at < length) setBit(circles[at]!.cars, slot);
    }
  }

  #isWithin(slot: number, squared: number, { surely, perhaps, radiusKm }: Circle): boolean {
    return squared < surely || (squared <= perhaps && this.distanceKm(slot) <= radiusKm);
  }
}

function createCircle(radiusKm: number, cars: Bitmap): Circle {
  const edge = chordFor(radiusKm);
  return {
    radiusKm,
    edge,
    surely: (edge - TOLERANCE) ** 2,
    perhaps: (edge + TOLERANCE) ** 2,
    cars,
  };
}
