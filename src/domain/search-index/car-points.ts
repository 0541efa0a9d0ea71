import { LRUCache } from "lru-cache";
import { type Bitmap, setBit } from "./bitmap.ts";
import { distanceKm, EARTH_RADIUS_KM, type Point } from "#values/distance.ts";

/** People ask for the same towns again and again; each costs four bytes a car. */
const MOST_PLACES = 8;
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
    for (const place of this.#places.values()) place.measure(this.#xyz, slot, slot + 1);
  }

  around(centre: Point): CarsAround {
    const key = `${centre.lat} ${centre.lon}`;
    const kept = this.#places.get(key);
    if (kept) return kept;
    const place = new CarsAround(centre, this.#lat.length, (slot) => ({
      lat: this.#lat[slot]!,
      lon: this.#lon[slot]!,
    }));
    place.measure(this.#xyz, 0, this.#used);
    this.#places.set(key, place);
    return place;
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

/** How far every car lies from a place. */
export class CarsAround {
  readonly #centre: Point;
  readonly #readPoint: (slot: number) => Point;
  /** The straight way to each, which grows as the way on the ground does. */
  readonly #chords: Float32Array;

  constructor(centre: Point, capacity: number, readPoint: (slot: number) => Point) {
    this.#centre = centre;
    this.#readPoint = readPoint;
    this.#chords = new Float32Array(capacity);
  }

  measure(xyz: Float32Array, from: number, to: number): void {
    const [x, y, z] = onSphere(this.#centre);
    for (let slot = from, at = from * 3; slot < to; slot += 1, at += 3) {
      const [dx, dy, dz] = [xyz[at]! - x, xyz[at + 1]! - y, xyz[at + 2]! - z];
      this.#chords[slot] = Math.sqrt(dx * dx + dy * dy + dz * dz);
    }
  }

  /** Just as `distanceKm` of the values says. */
  distanceKm(slot: number): number {
    return distanceKm(this.#centre, this.#readPoint(slot));
  }

  /** Adds whatever slot lies within; those without a car, too. */
  addWithin(radiusKm: number, cars: Bitmap): void {
    const edge = chordFor(radiusKm);
    for (let slot = 0; slot < this.#chords.length; slot += 1) {
      if (this.#isWithin(slot, radiusKm, edge)) setBit(cars, slot);
    }
  }

  /** Of the first `count` slots of the list, how many lie within each of the rising radii. */
  countWithin(radiiKm: readonly number[], slots: Int32Array, count: number): number[] {
    const edges = radiiKm.map(chordFor);
    const rings = new Int32Array(radiiKm.length + 1);
    for (let index = 0; index < count; index += 1) {
      const slot = slots[index]!;
      let ring = radiiKm.length;
      while (ring > 0 && this.#isWithin(slot, radiiKm[ring - 1]!, edges[ring - 1]!)) ring -= 1;
      rings[ring]! += 1;
    }
    let sum = 0;
    return radiiKm.map((_, ring) => (sum += rings[ring]!));
  }

  /** Of slots that lie beyond, this says nearly always that they do, and never of others. */
  isSurelyBeyond(km: number): (slot: number) => boolean {
    const limit = chordFor(km) + TOLERANCE;
    return (slot) => this.#chords[slot]! > limit;
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
