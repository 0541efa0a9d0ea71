import { LRUCache } from "lru-cache";
import { RADII_KM } from "#domain/search/search.ts";
import { distanceKm, distanceMetres, EARTH_RADIUS_KM, type Point } from "#values/distance.ts";
import { type Bitmap, clearBit, createBitmap, setBit } from "./bitmap.ts";

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
  /** The same on a sphere of radius 1: differences and a root measure a way, where degrees need sines. */
  #xyz: Float32Array;
  /** No slot from here on has a car. */
  used = 0;
  readonly #places = new LRUCache<string, CarsAround>({ max: MOST_PLACES });

  constructor(capacity: number) {
    this.#lat = new Float64Array(capacity);
    this.#lon = new Float64Array(capacity);
    this.#xyz = new Float32Array(capacity * 3);
  }

  set(slot: number, point: Point): void {
    this.#lat[slot] = point.lat;
    this.#lon[slot] = point.lon;
    this.#xyz.set(onSphere(point), slot * 3);
    this.used = Math.max(this.used, slot + 1);
    for (const place of this.#places.values()) place.measure(slot);
  }

  around(centre: Point): CarsAround {
    const key = `${centre.lat} ${centre.lon}`;
    const kept = this.#places.get(key);
    if (kept) return kept;
    const place = new CarsAround(centre, this.#lat.length, this);
    place.measureAll(this.used);
    this.#places.set(key, place);
    return place;
  }

  read(slot: number): Point {
    return { lat: this.#lat[slot]!, lon: this.#lon[slot]! };
  }

  /** The straight way through the Earth, in Earth radii and squared: it grows as that on the ground does. */
  squaredChord([x, y, z]: readonly [x: number, y: number, z: number], slot: number): number {
    const xyz = this.#xyz;
    const dx = xyz[slot * 3]! - x;
    const dy = xyz[slot * 3 + 1]! - y;
    const dz = xyz[slot * 3 + 2]! - z;
    return dx * dx + dy * dy + dz * dz;
  }

  /** For a place that nobody else is likely to ask for: nothing of it is kept. */
  waysFrom(centre: Point): WaysFrom {
    const [x, y, z] = onSphere(centre);
    const xyz = this.#xyz;
    const exactKm = (slot: number) => distanceKm(centre, this.read(slot));
    return {
      distanceKm: exactKm,
      keepWithin(slots, radiusKm) {
        const edge = chordFor(radiusKm);
        const surely = (edge - TOLERANCE) ** 2;
        const perhaps = (edge + TOLERANCE) ** 2;
        const kept = new Int32Array(slots.length);
        let count = 0;
        for (let at = 0; at < slots.length; at += 1) {
          const slot = slots[at]!;
          const dz = xyz[slot * 3 + 2]! - z;
          if (dz * dz > perhaps) continue;
          const dx = xyz[slot * 3]! - x;
          const dy = xyz[slot * 3 + 1]! - y;
          const squared = dx * dx + dy * dy + dz * dz;
          if (squared >= surely && (squared > perhaps || exactKm(slot) > radiusKm)) continue;
          kept[count] = slot;
          count += 1;
        }
        return kept.subarray(0, count);
      },
    };
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

/** The ways from a place to single cars, by slot. */
export type WaysFrom = {
  /** Just as `distanceKm` of the values says. */
  distanceKm(slot: number): number;
  /** Those of the slots that lie within. */
  keepWithin(slots: Int32Array, radiusKm: number): Int32Array;
};

/** Which cars lie in the circles around a place. */
export class CarsAround {
  readonly #centre: Point;
  readonly #from: readonly [x: number, y: number, z: number];
  readonly #points: CarPoints;
  /** Who is within each of `CIRCLES_KM`. */
  readonly #circles: readonly { radiusKm: number; edge: number; cars: Bitmap }[];

  constructor(centre: Point, capacity: number, points: CarPoints) {
    this.#centre = centre;
    this.#from = onSphere(centre);
    this.#points = points;
    this.#circles = CIRCLES_KM.map((radiusKm) => ({
      radiusKm,
      edge: chordFor(radiusKm),
      cars: createBitmap(capacity),
    }));
  }

  measure(slot: number): void {
    for (const { cars } of this.#circles) clearBit(cars, slot);
    this.#placeInCircles(slot, this.#points.squaredChord(this.#from, slot));
  }

  /** All below `used`, of which none was measured before. */
  measureAll(used: number): void {
    const limit = (chordFor(Math.max(...CIRCLES_KM)) + TOLERANCE) ** 2;
    const points = this.#points;
    for (let slot = 0; slot < used; slot += 1) {
      // Of a whole country most are beyond all circles.
      const squared = points.squaredChord(this.#from, slot);
      if (squared <= limit) this.#placeInCircles(slot, squared);
    }
  }

  /** Just as `distanceMetres` of the values says. */
  distanceMetres(slot: number): number {
    return distanceMetres(this.#centre, this.#points.read(slot));
  }

  /** Whatever slot lies within; those without a car, too. Null for a circle that is none of those kept. */
  findWithin(radiusKm: number): Bitmap | null {
    return this.#circles.find((circle) => circle.radiusKm === radiusKm)?.cars ?? null;
  }

  addWithin(radiusKm: number, cars: Bitmap, used: number): void {
    const edge = chordFor(radiusKm);
    for (let slot = 0; slot < used; slot += 1) {
      const squared = this.#points.squaredChord(this.#from, slot);
      if (this.#isWithin(slot, squared, { radiusKm, edge })) setBit(cars, slot);
    }
  }

  /** Of slots that lie beyond, this says nearly always that they do, and never of others. */
  isSurelyBeyond(km: number): (slot: number) => boolean {
    const limit = (chordFor(km) + TOLERANCE) ** 2;
    return (slot) => this.#points.squaredChord(this.#from, slot) > limit;
  }

  #placeInCircles(slot: number, squared: number): void {
    // Whoever is outside of one is outside of the narrower ones.
    for (let at = this.#circles.length - 1; at >= 0; at -= 1) {
      const circle = this.#circles[at]!;
      if (!this.#isWithin(slot, squared, circle)) return;
      setBit(circle.cars, slot);
    }
  }

  #isWithin(
    slot: number,
    squared: number,
    { radiusKm, edge }: { radiusKm: number; edge: number },
  ): boolean {
    if (squared < (edge - TOLERANCE) ** 2) return true;
    return (
      squared <= (edge + TOLERANCE) ** 2 &&
      distanceKm(this.#centre, this.#points.read(slot)) <= radiusKm
    );
  }
}

function onSphere({ lat, lon }: Point): [x: number, y: number, z: number] {
  const [north, east] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180];
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}

/** The straight way between two points that lie so far apart on the ground. */
function chordFor(km: number): number {
  return 2 * Math.sin(Math.min(km / EARTH_RADIUS_KM, Math.PI) / 2);
}
