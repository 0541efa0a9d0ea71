import { RADII_KM } from "#domain/search/search.ts";
import { distanceKm, distanceMetres, type Point } from "#values/distance.ts";
import { type Bitmap, clearBit, createBitmap, setBit, setBits } from "./bitmap.ts";
import type { CarCell, NearCell } from "./car-cells.ts";
import type { CarPoints } from "./car-points.ts";
import type { CarTally } from "./car-tally.ts";
import { chordLength, type OnSphere, toUnitSphere } from "./chord-length.ts";
import { callNotInlined } from "./call-not-inlined.ts";

/** The circles that people choose from, and two for whoever asks what is nearest. Each holds the last. */
export const CIRCLES_KM: readonly number[] = [5, 10, ...RADII_KM];
const WIDEST_KM = Math.max(...CIRCLES_KM);
/**
 * What a straight way through the Earth, in Earth radii, may be wrong by where it is kept in 32 bits:
 * some metres. Whatever lies as near to a limit is measured exactly.
 */
const TOLERANCE = 1e-6;

type Circle = {
  radiusKm: number;
  /** Its edge, as a chord. */
  edge: number;
  /** Squared chords: surely within below the one, surely beyond above the other. */
  surely: number;
  perhaps: number;
};

/** Which cars lie in the circles around a place: each circle is filled when it is first asked for. */
export class CarsAround {
  readonly #centre: Point;
  readonly #from: OnSphere;
  readonly #capacity: number;
  readonly #points: CarPoints;
  /** Those of `CIRCLES_KM` that were asked for, with who is within. */
  readonly #filled = new Map<number, { circle: Circle; cars: Bitmap }>();
  /** The cells that the widest circle reaches, of so many in all. */
  #near: readonly NearCell[] = [];
  #ofCells = 0;

  constructor(centre: Point, capacity: number, points: CarPoints) {
    this.#centre = centre;
    this.#from = toUnitSphere(centre);
    this.#capacity = capacity;
    this.#points = points;
  }

  measure(slot: number): void {
    const squared = this.#points.squaredChord(this.#from, slot);
    for (const { circle, cars } of this.#filled.values()) {
      const { surely, perhaps, radiusKm } = circle;
      const isWithin =
        squared < surely || (squared <= perhaps && this.distanceKm(slot) <= radiusKm);
      (isWithin ? setBit : clearBit)(cars, slot);
    }
  }

  distanceKm(slot: number): number {
    return distanceKm(this.#centre, this.#points.read(slot));
  }

  distanceMetres(slot: number): number {
    return distanceMetres(this.#centre, this.#points.read(slot));
  }

  /** Whatever slot lies within; those without a car, too. Null for a circle that is none of `CIRCLES_KM`. */
  findWithin(radiusKm: number): Bitmap | null {
    const known = this.#filled.get(radiusKm);
    if (known) return known.cars;
    if (!CIRCLES_KM.includes(radiusKm)) return null;
    const narrower = [...this.#filled.values()]
      .filter((each) => each.circle.radiusKm < radiusKm)
      .toSorted((one, other) => other.circle.radiusKm - one.circle.radiusKm)[0];
    const circle = createCircle(radiusKm);
    const cars = narrower ? narrower.cars.slice() : createBitmap(this.#capacity);
    this.#fill(circle, cars, (cell, way) =>
      // Whoever is within the narrower one is there already.
      Boolean(narrower && isWhollyWithin(narrower.circle, cell, way)),
    );
    this.#filled.set(radiusKm, { circle, cars });
    return cars;
  }

  addWithin(radiusKm: number, cars: Bitmap): void {
    this.#fill(createCircle(radiusKm), cars, () => false);
  }

  /** As `addWithin`, but for those of cells within that have totals. @returns these totals */
  addLoose(radiusKm: number, cars: Bitmap): CarTally[] {
    const circle = createCircle(radiusKm);
    const totals: CarTally[] = [];
    this.#fill(circle, cars, (cell, way) => {
      if (!cell.totals || !isWhollyWithin(circle, cell, way)) return false;
      totals.push(cell.totals);
      return true;
    });
    return totals;
  }

  /** Of slots that lie beyond, this says nearly always that they do, and never of others. */
  isSurelyBeyond(km: number): (slot: number) => boolean {
    const limit = (chordLength(km) + TOLERANCE) ** 2;
    return (slot) => this.#points.squaredChord(this.#from, slot) > limit;
  }

  #fill(circle: Circle, cars: Bitmap, isLeftOut: (cell: CarCell, way: number) => boolean): void {
    for (const { cell, way } of this.#listNear(circle.radiusKm)) {
      if (way - cell.reach > circle.edge + TOLERANCE || isLeftOut(cell, way)) continue;
      if (isWhollyWithin(circle, cell, way)) setBits(cars, cell.slots, 0, cell.count);
      else this.#measureCell(circle, cell, cars);
    }
  }

  #listNear(radiusKm: number): readonly NearCell[] {
    const { cells } = this.#points;
    if (radiusKm > WIDEST_KM) return cells.listNear(this.#from, chordLength(radiusKm) + TOLERANCE);
    if (this.#ofCells !== cells.count) {
      this.#near = cells.listNear(this.#from, chordLength(WIDEST_KM) + TOLERANCE);
      this.#ofCells = cells.count;
    }
    return this.#near;
  }

  #measureCell(circle: Circle, cell: CarCell, cars: Bitmap): void {
    const unsure = callNotInlined(measurePlaces, cell, this.#from, circle, cars);
    for (const slot of unsure) if (this.distanceKm(slot) <= circle.radiusKm) setBit(cars, slot);
  }
}

function createCircle(radiusKm: number): Circle {
  const edge = chordLength(radiusKm);
  return {
    radiusKm,
    edge,
    surely: Math.max(0, edge - TOLERANCE) ** 2,
    perhaps: (edge + TOLERANCE) ** 2,
  };
}

function isWhollyWithin({ edge }: Circle, { reach }: CarCell, way: number): boolean {
  return way + reach < edge - TOLERANCE;
}

const NONE: readonly number[] = [];

/** Adds those that are surely within. @returns those that may be */
function measurePlaces(
  { slots, coordinates, count }: CarCell,
  [x, y, z]: OnSphere,
  { surely, perhaps }: Circle,
  cars: Bitmap,
): readonly number[] {
  let unsure: number[] | null = null;
  for (let each = 0; each < count; each += 1) {
    const dx = coordinates[each * 3]! - x;
    const dy = coordinates[each * 3 + 1]! - y;
    const dz = coordinates[each * 3 + 2]! - z;
    const squared = dx * dx + dy * dy + dz * dz;
    const slot = slots[each]!;
    // Without a branch: which of them are within is anybody's guess.
    cars[slot >>> 5]! |= (squared < surely ? 1 : 0) << (slot & 31);
    if (squared >= surely && squared <= perhaps) (unsure ??= []).push(slot);
  }
  return unsure ?? NONE;
}
