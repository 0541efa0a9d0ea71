import {
  type Bitmap,
  clearBit,
  countBits,
  createBitmap,
  listBits,
  setBit,
  subtract,
  widen,
} from "./bitmap.ts";
import {
  type FacetCounts,
  FacetColumns,
  type FacetDescriptor,
  type FacetValues,
} from "./facet-columns.ts";
import { type Cursor, findFirst, type FoundRow, type Order } from "./first-rows.ts";
import { CHORD_SLACK, type Measure, RowPoints, type Point } from "./row-points.ts";
import { RowIds } from "./row-ids.ts";

export type { Cursor, FacetCounts, FacetDescriptor, FacetValues, FoundRow, Measure, Point };

export type Descriptors<Facet extends string, Amount extends string> = {
  facets: Readonly<Record<Facet, FacetDescriptor>>;
  /** Numbers by which rows are sorted and limited to ranges. */
  amounts: readonly Amount[];
  measure: Measure;
};

export type Row<Facet extends string, Amount extends string> = {
  /** A UUID. */
  id: string;
  point: Point;
  facets: FacetValues<Facet>;
  amounts: Readonly<Record<Amount, number>>;
};

export type PageRequest<Amount extends string> = {
  by: Amount | { distanceFrom: Point };
  isDescending: boolean;
  after: Cursor | null;
  limit: number;
};

const LEAST_CAPACITY = 1_024;
const GROWTH = 1.25;

/**
 * Rows in columns of numbers. A row has a position in every column; a set of rows is a bitmap of
 * positions. A query is a set of rows, combined from one set for each condition. For a set, the
 * index returns the number of rows with each value of a facet, and the first rows of an order.
 *
 * A bitmap is valid until the next `put` or `remove`.
 */
export class FacetedIndex<Facet extends string, Amount extends string> {
  /** All rows. Callers must not change it, nor any other bitmap of an index. */
  all: Bitmap;
  /** The number of rows. */
  size = 0;
  #capacity: number;
  #used = 0;
  readonly #free: number[] = [];
  readonly #ids: RowIds;
  readonly #facets: FacetColumns<Facet>;
  readonly #amounts: Map<Amount, Float64Array>;
  readonly #points: RowPoints;
  /** The rows of the last set that was read; the array is stored only to be reused. */
  #listed: Int32Array;
  readonly #marks = new Map<string, Bitmap>();

  /** @param expected the number of rows that will probably come */
  constructor({ facets, amounts, measure }: Descriptors<Facet, Amount>, expected = 0) {
    // A multiple of the word size, so that a scan can always read 32 rows.
    this.#capacity = roundUp(Math.max(LEAST_CAPACITY, expected * 1.05));
    this.all = createBitmap(this.#capacity);
    this.#listed = new Int32Array(this.#capacity);
    this.#ids = new RowIds(this.#capacity);
    this.#facets = new FacetColumns(facets, this.#capacity);
    this.#amounts = new Map(amounts.map((name) => [name, new Float64Array(this.#capacity)]));
    this.#points = new RowPoints(measure, this.#capacity);
  }

  /** Adds a row, or replaces the row with the same id, which keeps its marks. */
  put({ id, point, facets, amounts }: Row<Facet, Amount>): void {
    const known = this.#ids.find(id);
    if (known !== null) this.#facets.takeOut(known);
    const row = known ?? this.#add(id);
    this.#facets.write(row, facets);
    for (const [name, column] of this.#amounts) column[row] = amounts[name];
    this.#points.write(row, point);
  }

  /** Does nothing if there is no such row. */
  remove(id: string): void {
    const row = this.#ids.find(id);
    if (row === null) return;
    this.#facets.takeOut(row);
    for (const marked of [this.all, ...this.#marks.values()]) clearBit(marked, row);
    this.#ids.remove(row);
    this.#free.push(row);
    this.size -= 1;
  }

  // Sets of rows that fulfil a condition.

  /** The rows with any of the values. */
  havingValue(facet: Facet, values: readonly number[]): Bitmap {
    return this.#facets.havingValue(facet, values);
  }

  /** The rows with all of the bits. */
  havingBits(facet: Facet, bits: readonly number[]): Bitmap {
    return this.#facets.havingBits(facet, bits, this.all);
  }

  havingName(facet: Facet, isWanted: (name: string) => boolean): Bitmap {
    return this.#facets.havingName(facet, isWanted, this.all);
  }

  /** Of the rows `among`, all of which are checked, those whose amount is from `min` to `max`. */
  between(amount: Amount, min: number, max: number, among: Bitmap): Bitmap {
    const found = this.none();
    addBetween(this.amounts(amount), min, max, { rows: listBits(among, this.#listed), found });
    return found;
  }

  /**
   * @param radiiKm ascending: one set is returned for each
   * @param isCached true if others will probably ask for the same circles
   */
  circles(from: Point, radiiKm: readonly number[], isCached: boolean): Bitmap[] {
    return this.#points.circles(from, radiiKm, isCached, this.all);
  }

  none(): Bitmap {
    return createBitmap(this.#capacity);
  }

  // Marks: names that the caller gives to sets of rows, besides their facets.

  /** The rows that have a mark; undefined if no mark of that name was begun. */
  marked(mark: string): Bitmap | undefined {
    return this.#marks.get(mark);
  }

  beginMark(mark: string): void {
    this.#marks.set(mark, this.none());
  }

  endMark(mark: string): void {
    this.#marks.delete(mark);
  }

  /** Does nothing if there is no such row. */
  setMark(mark: string, id: string, isMarked: boolean): void {
    const rows = this.#marks.get(mark);
    const row = this.#ids.find(id);
    if (rows && row !== null) (isMarked ? setBit : clearBit)(rows, row);
  }

  // Information about a set of rows.

  /** The number of the rows with each value of these facets. */
  count(rows: Bitmap, facets: readonly Facet[]): FacetCounts<Facet> {
    // For more than half of the rows, the others are counted and subtracted from the totals.
    const isMost = countBits(rows) > this.size / 2;
    const counted = listBits(isMost ? subtract(this.all, rows) : rows, this.#listed);
    return this.#facets.count(counted, facets, isMost);
  }

  /** The name for each position in the counts of a facet of names. */
  names(facet: Facet): readonly string[] {
    return this.#facets.names(facet);
  }

  /**
   * The first of the rows, each with the key that a cursor needs. Distances are sorted by whole
   * metres.
   */
  first(set: Bitmap, { by, isDescending, after, limit }: PageRequest<Amount>): FoundRow[] {
    const rows = listBits(set, this.#listed);
    const order = typeof by === "object" ? this.#byDistance(by, rows) : this.#byAmount(by);
    return findFirst(rows, this.#ids, { ...order, isDescending }, { after, limit });
  }

  // Information about one row.

  id(row: number): string {
    return this.#ids.read(row);
  }

  /** One amount per row, indexed by row. */
  amounts(amount: Amount): Float64Array {
    return this.#amounts.get(amount)!;
  }

  distanceKm(row: number, from: Point): number {
    return this.#points.distanceKm(row, from);
  }

  #byAmount(amount: Amount): Omit<Order, "isDescending"> {
    const roughKeys = this.amounts(amount);
    return { key: (row) => roughKeys[row]!, roughKeys, roughly: (key) => key, slack: 0 };
  }

  #byDistance(
    { distanceFrom }: { distanceFrom: Point },
    rows: Int32Array,
  ): Omit<Order, "isDescending"> {
    return {
      key: (row) => Math.floor(this.#points.distanceKm(row, distanceFrom) * 1_000),
      roughKeys: this.#points.measureChords(distanceFrom, rows),
      roughly: (metres) => this.#points.chordLength(metres / 1_000),
      slack: CHORD_SLACK,
    };
  }

  #add(id: string): number {
    if (this.#free.length === 0 && this.#used === this.#capacity) this.#grow();
    const row = this.#free.pop() ?? this.#used;
    this.#used = Math.max(this.#used, row + 1);
    this.#ids.add(id, row);
    setBit(this.all, row);
    this.size += 1;
    return row;
  }

  #grow(): void {
    this.#capacity = roundUp(this.#capacity * GROWTH);
    this.all = widen(this.all, this.#capacity);
    this.#listed = new Int32Array(this.#capacity);
    for (const [mark, rows] of this.#marks) this.#marks.set(mark, widen(rows, this.#capacity));
    for (const [name, column] of this.#amounts) {
      const wider = new Float64Array(this.#capacity);
      wider.set(column);
      this.#amounts.set(name, wider);
    }
    this.#ids.grow(this.#capacity, this.#used);
    this.#facets.grow(this.#capacity);
    this.#points.grow(this.#capacity);
  }
}

function roundUp(rows: number): number {
  return 32 * Math.ceil(rows / 32);
}

function addBetween(
  amounts: Float64Array,
  min: number,
  max: number,
  { rows, found }: { rows: Int32Array; found: Bitmap },
): void {
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at]!;
    if (amounts[row]! >= min && amounts[row]! <= max) setBit(found, row);
  }
}
