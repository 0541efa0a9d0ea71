import { LRUCache } from "lru-cache";
import type { Conditions } from "#domain/search/conditions.ts";
import type { FacetName } from "#domain/search/facets.ts";
import { RADII_KM } from "#domain/search/search.ts";
import { type Bitmap, clearBit, setBit } from "./bitmap.ts";
import type { CarRows } from "./car-rows.ts";
import { ALL_COLUMNS } from "./facet-numbers.ts";
import { isLeftOutWith, columnsWithout, type SelectionTally } from "./tally-selection.ts";
import type { CarTest } from "./single-car-conditions.ts";

/** Each change is compared with each of them. */
const MOST_SELECTIONS = 64;
/** Each costs a bit a car, and what is counted of it. */
const MOST_BYTES = 16 * 2 ** 20;

/** What tells of a single car where in a selection it counts. */
type Tests = {
  tests: Conditions<CarTest>;
  /** The cars of each word that is looked for, as the index keeps them. */
  having: readonly Bitmap[];
  /** To the place that is asked for. */
  distanceKm: ((slot: number) => number) | null;
};

type CachedSelection = Tests & { tally: SelectionTally };

/**
 * What was counted of the selections that were asked for lately: the next page, another order and the
 * next visitor ask for the same again. Each car that changes is taken out of what it counted in as it
 * was, and counted in as it is, so that all of it stays as if it were counted anew.
 */
export class SelectionCache {
  #spare: Bitmap | null = null;
  readonly #cache = new LRUCache<string, CachedSelection>({
    max: MOST_SELECTIONS,
    maxSize: MOST_BYTES,
    sizeCalculation: ({ tally }) => countBytes(tally),
    dispose: ({ tally }) => {
      this.#spare = tally.cars;
    },
  });

  /** @param having the cars of the words that are looked for, by which it is known that they are still followed */
  find(key: string, having: readonly Bitmap[]): SelectionTally | null {
    const cached = this.#cache.get(key);
    return cached?.having.every((cars, at) => cars === having[at]) ? cached.tally : null;
  }

  /** @param tally its cars may be overwritten afterwards @returns the same, with cars of its own */
  store(key: string, tally: SelectionTally, tests: Tests): SelectionTally {
    // The set of one that is no longer kept, so that none is made anew for each search.
    const cars = this.#spare ?? tally.cars.slice();
    if (this.#spare) cars.set(tally.cars);
    this.#spare = null;
    const own = { ...tally, cars };
    this.#cache.set(key, { ...tests, tally: own });
    return own;
  }

  /** A car that comes, or goes: as it stands in the index at this moment. */
  note(slot: number, rows: CarRows, by: 1 | -1): void {
    this.#cache.forEach((cached) => countCar(cached, slot, rows, by));
  }

  /** All bitmaps have become longer. */
  forget(): void {
    this.#cache.clear();
    this.#spare = null;
  }

  get count(): number {
    return this.#cache.size;
  }

  get bytes(): number {
    return this.#cache.calculatedSize;
  }
}

/** A car that fails one filter only counts without that filter; one that fails more, nowhere. */
function countCar(
  { tests, distanceKm, tally }: CachedSelection,
  slot: number,
  rows: CarRows,
  by: 1 | -1,
): void {
  if (!tests.always.every((isFulfilled) => isFulfilled(slot))) return;
  let failed: FacetName | null = null;
  for (const [name, isFulfilled] of tests.byFacet) {
    if (isFulfilled(slot)) continue;
    if (failed !== null) return;
    failed = name;
  }
  if (failed === null) {
    tally.found.addCar(slot, rows, ALL_COLUMNS, by);
    (by === 1 ? setBit : clearBit)(tally.cars, slot);
  }
  for (const [name, without] of tally.without) {
    const counts =
      failed === null || (isLeftOutWith(failed, name) && (tests.outer.get(name)?.(slot) ?? true));
    if (counts) without.addCar(slot, rows, columnsWithout(name), by);
  }
  const { circles } = tally;
  if (!circles || !distanceKm || (failed !== null && failed !== "distance")) return;
  const km = distanceKm(slot);
  RADII_KM.forEach((radiusKm, at) => {
    if (km <= radiusKm) circles[at]! += by;
  });
}

function countBytes({ cars, found, without }: SelectionTally): number {
  return [...without.values()].reduce(
    (sum, { bytes }) => sum + bytes,
    cars.byteLength + found.bytes,
  );
}
