import type { SearchFilters, Sort } from "#domain/search/search.ts";
import { type Bitmap, clearBit, createBitmap, setBit } from "./bitmap.ts";
import type { CarRows } from "./car-rows.ts";
import { CarTally } from "./car-tally.ts";
import { ALL_NUMBERS, INDEX_COLUMNS, NAMED, unpackColumn } from "./facet-numbers.ts";
import { SortedSlots } from "./sorted-slots.ts";

export type Status = SearchFilters["status"];

/** The orders that are kept; prices are read backwards, too. */
export type StoredOrder = Exclude<Sort, "distance" | "price_desc">;
export const STORED_ORDERS: readonly StoredOrder[] = ["newest", "deal", "price", "km", "bids"];

/** The numbers of one car, as `listNumbers` found them: one car after the other is counted. */
const numbers = new Int32Array(ALL_NUMBERS);
const names = new Int32Array(NAMED.length);

/** All cars of one status: they are counted and sorted apart, as no search asks for both. */
export class Stock {
  cars: Bitmap;
  readonly totals = new CarTally();
  /**
   * The totals among the cars of each number: what there is of everything among the SUVs. They answer
   * whoever chooses values of one facet only, however many cars those are. By the number's place in a
   * row of all; made when the first such car comes.
   */
  readonly totalsByNumber: (CarTally | undefined)[] = Array.from({ length: ALL_NUMBERS });
  readonly orders: Readonly<Record<StoredOrder, SortedSlots>>;

  constructor(capacity: number, sorted: (order: StoredOrder) => SortedSlots) {
    this.cars = createBitmap(capacity);
    this.orders = {
      newest: sorted("newest"),
      deal: sorted("deal"),
      price: sorted("price"),
      km: sorted("km"),
      bids: sorted("bids"),
    };
  }

  get count(): number {
    return this.totals.count;
  }

  /** But for the orders. */
  add(slot: number, rows: CarRows): void {
    setBit(this.cars, slot);
    this.#count(slot, rows, 1);
  }

  remove(slot: number, rows: CarRows): void {
    clearBit(this.cars, slot);
    this.#count(slot, rows, -1);
  }

  #count(slot: number, rows: CarRows, by: 1 | -1): void {
    const length = listNumbers(slot, rows);
    countOne(this.totals, length, by);
    for (let each = 0; each < length; each += 1) {
      countOne((this.totalsByNumber[numbers[each]!] ??= new CarTally()), length, by);
    }
  }
}

/** @returns how many `numbers` it has */
function listNumbers(slot: number, rows: CarRows): number {
  let length = 0;
  const add = (number: number) => {
    numbers[length] = number;
    length += 1;
  };
  for (let at = 0; at < INDEX_COLUMNS.length; at += 1) {
    const column = INDEX_COLUMNS[at]!;
    const value = rows.read(slot, at);
    if (column.kind === "name") names[column.named] = value;
    else unpackColumn(column, value, add);
  }
  return length;
}

function countOne(tally: CarTally, length: number, by: 1 | -1): void {
  tally.count += by;
  const counts = tally.numbers;
  for (let each = 0; each < length; each += 1) counts[numbers[each]!]! += by;
  for (let named = 0; named < names.length; named += 1) {
    const number = names[named]!;
    tally.makeRoom(named, number + 1)[number]! += by;
  }
}
