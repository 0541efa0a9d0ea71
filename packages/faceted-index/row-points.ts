import { addAll, type Bitmap, clearBit, createBitmap, intersect, setBit } from "./bitmap.ts";

export type Point = { lat: number; lon: number };

/** How the caller measures distances: rows are found and sorted by exactly these. */
export type Measure = {
  distanceKm(from: Point, to: Point): number;
  /** The radius of the sphere on which it measures. */
  earthRadiusKm: number;
};

/** The rows within each radius of a point, including removed rows. */
type Circles = { from: Point; radiiKm: readonly number[]; within: readonly Bitmap[] };

/** People ask for the same cities again and again; each circle costs one bit per row. */
const MOST_CACHED = 8;
/**
 * One metre, with room for rounding, in Earth radii. Chord lengths are quick to compute, but are
 * not exact enough for rows of the same metre or at the edge of a circle.
 */
export const CHORD_SLACK = 1e-6;

/** The positions of the rows on the Earth. */
export class RowPoints {
  readonly #measure: Measure;
  #lat = new Float64Array(0);
  #lon = new Float64Array(0);
  /** Three coordinates per row, on a sphere of radius 1. */
  #onSphere = new Float32Array(0);
  #chords = new Float64Array(0);
  /** The least recently used ones are dropped first. */
  readonly #cached = new Map<string, Circles>();

  constructor(measure: Measure, capacity: number) {
    this.#measure = measure;
    this.grow(capacity);
  }

  write(row: number, point: Point): void {
    this.#lat[row] = point.lat;
    this.#lon[row] = point.lon;
    this.#onSphere.set(toSphere(point), row * 3);
    for (const { from, radiiKm, within } of this.#cached.values()) {
      const km = this.distanceKm(row, from);
      radiiKm.forEach((radiusKm, at) => (km <= radiusKm ? setBit : clearBit)(within[at]!, row));
    }
  }

  distanceKm(row: number, from: Point): number {
    return this.#measure.distanceKm(from, { lat: this.#lat[row]!, lon: this.#lon[row]! });
  }

  /**
   * The chord length in Earth radii (the straight distance through the Earth): it grows with the
   * distance.
   */
  chordLength(km: number): number {
    return 2 * Math.sin(Math.min(km / this.#measure.earthRadiusKm, Math.PI) / 2);
  }

  /** The chord length to each of the rows, by row; valid until the next call. */
  measureChords(from: Point, rows: Int32Array): Float64Array {
    measureChords(this.#onSphere, toSphere(from), rows, this.#chords);
    return this.#chords;
  }

  /**
   * @param radiiKm ascending: one circle is returned for each
   * @param isCached true if others will probably ask for the same circles
   */
  circles(from: Point, radiiKm: readonly number[], isCached: boolean, all: Bitmap): Bitmap[] {
    const key = JSON.stringify([from.lat, from.lon, radiiKm]);
    const circles = this.#cached.get(key) ?? this.#drawCircles(from, radiiKm);
    if (isCached) this.#cache(key, circles);
    return circles.within.map((within) => intersect(within, all));
  }

  grow(capacity: number): void {
    this.#cached.clear();
    const [lat, lon, onSphere] = [this.#lat, this.#lon, this.#onSphere];
    this.#lat = new Float64Array(capacity);
    this.#lat.set(lat);
    this.#lon = new Float64Array(capacity);
    this.#lon.set(lon);
    this.#onSphere = new Float32Array(3 * capacity);
    this.#onSphere.set(onSphere);
    this.#chords = new Float64Array(capacity);
  }

  #cache(key: string, circles: Circles): void {
    this.#cached.delete(key);
    this.#cached.set(key, circles);
    const [oldest] = this.#cached.keys();
    if (oldest !== undefined && this.#cached.size > MOST_CACHED) this.#cached.delete(oldest);
  }

  #drawCircles(from: Point, radiiKm: readonly number[]): Circles {
    const within = radiiKm.map(() => createBitmap(this.#lat.length));
    const edges = Float64Array.from(radiiKm, (radiusKm) => this.chordLength(radiusKm));
    for (const row of sortIntoRings(this.#onSphere, toSphere(from), edges, within)) {
      const km = this.distanceKm(row, from);
      const ring = within[radiiKm.findIndex((radiusKm) => km <= radiusKm)];
      if (ring) setBit(ring, row);
    }
    // Each circle includes the smaller ones.
    within.forEach((circle, at) => {
      const narrower = within[at - 1];
      if (narrower) addAll(circle, narrower);
    });
    return { from: { lat: from.lat, lon: from.lon }, radiiKm, within };
  }
}

function toSphere({ lat, lon }: Point): readonly [number, number, number] {
  const [north, east] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180];
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}

function measureChords(
  onSphere: Float32Array,
  [x, y, z]: readonly [number, number, number],
  rows: Int32Array,
  chords: Float64Array,
): void {
  for (let each = 0; each < rows.length; each += 1) {
    const row = rows[each]!;
    const dx = onSphere[3 * row]! - x;
    const dy = onSphere[3 * row + 1]! - y;
    const dz = onSphere[3 * row + 2]! - z;
    chords[row] = Math.sqrt(dx * dx + dy * dy + dz * dz);
  }
}

/**
 * Puts each row into the smallest circle that contains it. @returns the rows too near to an edge to
 * decide
 */
function sortIntoRings(
  onSphere: Float32Array,
  [x, y, z]: readonly [number, number, number],
  edges: Float64Array,
  rings: readonly Bitmap[],
): number[] {
  const unsure: number[] = [];
  const surely = edges.map((edge) => Math.max(0, edge - CHORD_SLACK) ** 2);
  const perhaps = edges.map((edge) => (edge + CHORD_SLACK) ** 2);
  const widest = perhaps.at(-1) ?? -1;
  const count = onSphere.length / 3;
  for (let row = 0; row < count; row += 1) {
    const dx = onSphere[3 * row]! - x;
    const dy = onSphere[3 * row + 1]! - y;
    const dz = onSphere[3 * row + 2]! - z;
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared > widest) continue;
    let ring = edges.length - 1;
    while (ring > 0 && squared <= perhaps[ring - 1]!) ring -= 1;
    if (squared < surely[ring]!) rings[ring]![row >>> 5]! |= 1 << (row & 31);
    else unsure.push(row);
  }
  return unsure;
}
