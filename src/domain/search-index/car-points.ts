import { LRUCache } from "lru-cache";
import { RADII_KM } from "#domain/search/search.ts";
import { distanceKm, EARTH_RADIUS_KM, type Point } from "#values/distance.ts";
import { type Bitmap, clearBit, createBitmap, setBit } from "./bitmap.ts";

/** People ask for the same towns again and again; each costs five bytes a car. */
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
  #used = 0;
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
    this.#used = Math.max(this.#used, slot + 1);
    for (const place of this.#places.values()) place.measure(this.#xyz, slot);
  }

  around(centre: Point): CarsAround {
    const key = `${centre.lat} ${centre.lon}`;
    const kept = this.#places.get(key);
    if (kept) return kept;
    const place = new CarsAround(centre, this.#lat.length, (slot) => ({
      lat: this.#lat[slot]!,
      lon: this.#lon[slot]!,
    }));
    place.measureAll(this.#xyz, this.#used);
    this.#places.set(key, place);
    return place;
  }

  /** For a place that nobody else is likely to ask for: nothing of it is kept. */
  waysFrom(centre: Point): WaysFrom {
    const [x, y, z] = onSphere(centre);
    const xyz = this.#xyz;
    const exactKm = (slot: number) =>
      distanceKm(centre, { lat: this.#lat[slot]!, lon: this.#lon[slot]! });
    return {
      distanceKm: exactKm,
      isWithin(radiusKm) {
        const edge = chordFor(radiusKm);
        const surely = (edge - TOLERANCE) ** 2;
        const perhaps = (edge + TOLERANCE) ** 2;
        return (slot) => {
          const dx = xyz[slot * 3]! - x;
          const dy = xyz[slot * 3 + 1]! - y;
          const dz = xyz[slot * 3 + 2]! - z;
          const squared = dx * dx + dy * dy + dz * dz;
          return squared < surely || (squared <= perhaps && exactKm(slot) <= radiusKm);
        };
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
  isWithin(radiusKm: number): (slot: number) => boolean;
};

/** How far every car lies from a place. */
export class CarsAround {
  readonly #centre: Point;
  readonly #from: readonly [x: number, y: number, z: number];
  readonly #readPoint: (slot: number) => Point;
  /** The straight way to each, which grows as the way on the ground does. */
  readonly #chords: Float32Array;
  /** Who is within each of `CIRCLES_KM`. */
  readonly #circles: readonly { radiusKm: number; edge: number; cars: Bitmap }[];

  constructor(centre: Point, capacity: number, readPoint: (slot: number) => Point) {
    this.#centre = centre;
    this.#from = onSphere(centre);
    this.#readPoint = readPoint;
    this.#chords = new Float32Array(capacity);
    this.#circles = CIRCLES_KM.map((radiusKm) => ({
      radiusKm,
      edge: chordFor(radiusKm),
      cars: createBitmap(capacity),
    }));
  }

  measure(xyz: Float32Array, slot: number): void {
    for (const { cars } of this.#circles) clearBit(cars, slot);
    this.#measure(xyz, slot);
  }

  /** All below `used`, of which none was measured before. */
  measureAll(xyz: Float32Array, used: number): void {
    for (let slot = 0; slot < used; slot += 1) this.#measure(xyz, slot);
  }

  /** Just as `distanceKm` of the values says. */
  distanceKm(slot: number): number {
    return distanceKm(this.#centre, this.#readPoint(slot));
  }

  /** Whatever slot lies within; those without a car, too. Null for a circle that is none of those kept. */
  findWithin(radiusKm: number): Bitmap | null {
    return this.#circles.find((circle) => circle.radiusKm === radiusKm)?.cars ?? null;
  }

  addWithin(radiusKm: number, cars: Bitmap): void {
    const edge = chordFor(radiusKm);
    for (let slot = 0; slot < this.#chords.length; slot += 1) {
      if (this.#isWithin(slot, radiusKm, edge)) setBit(cars, slot);
    }
  }

  /** Of slots that lie beyond, this says nearly always that they do, and never of others. */
  isSurelyBeyond(km: number): (slot: number) => boolean {
    const limit = chordFor(km) + TOLERANCE;
    const chords = this.#chords;
    return (slot) => chords[slot]! > limit;
  }

  #measure(xyz: Float32Array, slot: number): void {
    const [x, y, z] = this.#from;
    const dx = xyz[slot * 3]! - x;
    const dy = xyz[slot * 3 + 1]! - y;
    const dz = xyz[slot * 3 + 2]! - z;
    this.#chords[slot] = Math.sqrt(dx * dx + dy * dy + dz * dz);
    // Whoever is outside of one is outside of the narrower ones.
    for (let at = this.#circles.length - 1; at >= 0; at -= 1) {
      const { radiusKm, edge, cars } = this.#circles[at]!;
      if (!this.#isWithin(slot, radiusKm, edge)) return;
      setBit(cars, slot);
    }
  }

  #isWithin(slot: number, radiusKm: number, edge: number): boolean {
    const beyond = this.#chords[slot]! - edge;
    if (beyond < -TOLERANCE) return true;
    return beyond <= TOLERANCE && this.distanceKm(slot) <= radiusKm;
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
