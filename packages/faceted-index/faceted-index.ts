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
import { CHORD_SLACK, type Measure, Places, type Point } from "./places.ts";
import { RowIds } from "./row-ids.ts";

export type { Cursor, FacetCounts, FacetDescriptor, FacetValues, FoundRow, Measure, Point };

export type Descriptors<Facet extends string, Amount extends string> = {
  facets: Readonly<Record<Facet, FacetDescriptor>>;
  /** Numbers that rows are sorted by and bounded to. */
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
 * Rows in columns of numbers. A row has a place in every column; a set of rows is a bitmap of places.
 * What is asked is a set of rows, built from sets that fulfil a condition each; of a set it tells how
 * many rows there are of each value of a facet, and which come first.
 *
 * A bitmap holds until the next `put` or `remove`.
 */
export class FacetedIndex<Facet extends string, Amount extends string> {
  /** Every row. Not to be changed, as no other bitmap of an index. */
  all: Bitmap;
  /** How many rows there are. */
  size = 0;
  #capacity: number;
  #used = 0;
  readonly #free: number[] = [];
  readonly #ids: RowIds;
  readonly #facets: FacetColumns<Facet>;
  readonly #amounts: Map<Amount, Float64Array>;
  readonly #places: Places;
  /** The rows of the set that was looked at last: kept only so that it need not be made anew. */
  #listed: Int32Array;
  readonly #marks = new Map<string, Bitmap>();

  /** @param expected how many rows are likely to come */
  constructor({ facets, amounts, measure }: Descriptors<Facet, Amount>, expected = 0) {
    // A whole number of words, so that a scan finds 32 rows behind each.
    this.#capacity = roundUp(Math.max(LEAST_CAPACITY, expected * 1.05));
    this.all = createBitmap(this.#capacity);
    this.#listed = new Int32Array(this.#capacity);
    this.#ids = new RowIds(this.#capacity);
    this.#facets = new FacetColumns(facets, this.#capacity);
    this.#amounts = new Map(amounts.map((name) => [name, new Float64Array(this.#capacity)]));
    this.#places = new Places(measure, this.#capacity);
  }

  /** Adds a row, or replaces the one of its id, which keeps its marks. */
  put({ id, point, facets, amounts }: Row<Facet, Amount>): void {
    const known = this.#ids.find(id);
    if (known !== null) this.#facets.takeOut(known);
    const row = known ?? this.#add(id);
    this.#facets.write(row, facets);
    for (const [name, column] of this.#amounts) column[row] = amounts[name];
    this.#places.write(row, point);
  }

  /** Nothing happens where it is not there. */
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

  /** Any of the values. */
  havingValue(facet: Facet, values: readonly number[]): Bitmap {
    return this.#facets.havingValue(facet, values);
  }

  /** All of the bits. */
  havingBits(facet: Facet, bits: readonly number[]): Bitmap {
    return this.#facets.havingBits(facet, bits, this.all);
  }

  havingName(facet: Facet, isWanted: (name: string) => boolean): Bitmap {
    return this.#facets.havingName(facet, isWanted, this.all);
  }

  /** Those of some rows, each of which is looked at, whose amount is from `min` to `max`. */
  between(amount: Amount, min: number, max: number, among: Bitmap): Bitmap {
    const found = this.none();
    addBetween(this.amounts(amount), min, max, { rows: listBits(among, this.#listed), found });
    return found;
  }

  /**
   * @param radiiKm rising: there is a set of each
   * @param isKept whether others are likely to ask for the same
   */
  circles(from: Point, radiiKm: readonly number[], isKept: boolean): Bitmap[] {
    return this.#places.circles(from, radiiKm, isKept, this.all);
  }

  none(): Bitmap {
    return createBitmap(this.#capacity);
  }

  // What the caller tells rows by, beside their facets.

  /** The rows that have a mark; undefined where nobody has begun one of that name. */
  marked(mark: string): Bitmap | undefined {
    return this.#marks.get(mark);
  }

  beginMark(mark: string): void {
    this.#marks.set(mark, this.none());
  }

  endMark(mark: string): void {
    this.#marks.delete(mark);
  }

  /** Nothing happens where the row is not there. */
  setMark(mark: string, id: string, isMarked: boolean): void {
    const rows = this.#marks.get(mark);
    const row = this.#ids.find(id);
    if (rows && row !== null) (isMarked ? setBit : clearBit)(rows, row);
  }

  // What is told of a set of rows.

  /** How many of the rows have what of these facets. */
  count(rows: Bitmap, facets: readonly Facet[]): FacetCounts<Facet> {
    // Of most rows the rest is counted, and taken from the totals.
    const isMost = countBits(rows) > this.size / 2;
    const counted = listBits(isMost ? subtract(this.all, rows) : rows, this.#listed);
    return this.#facets.count(counted, facets, isMost);
  }

  /** The name behind each place of the counts of a facet of names. */
  names(facet: Facet): readonly string[] {
    return this.#facets.names(facet);
  }

  /**
   * The first of the rows, each with the key that a cursor needs. By distance they are sorted by whole
   * metres.
   */
  first(set: Bitmap, { by, isDescending, after, limit }: PageRequest<Amount>): FoundRow[] {
    const rows = listBits(set, this.#listed);
    const order = typeof by === "object" ? this.#byDistance(by, rows) : this.#byAmount(by);
    return findFirst(rows, this.#ids, { ...order, isDescending }, { after, limit });
  }

  // What is told of a row.

  id(row: number): string {
    return this.#ids.read(row);
  }

  /** By row. */
  amounts(amount: Amount): Float64Array {
    return this.#amounts.get(amount)!;
  }

  distanceKm(row: number, from: Point): number {
    return this.#places.distanceKm(row, from);
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
      key: (row) => Math.floor(this.#places.distanceKm(row, distanceFrom) * 1_000),
      roughKeys: this.#places.measureChords(distanceFrom, rows),
      roughly: (metres) => this.#places.chordLength(metres / 1_000),
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
    this.#places.grow(this.#capacity);
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
