import { setImmediate as nextTurn } from "node:timers/promises";
import type { NamesName, SetName } from "#domain/search/facets.ts";
import type { SearchDictionary } from "#domain/search/search-dictionary.server.ts";
import type { Point } from "#values/distance.ts";
import {
  type Bitmap,
  clearBit,
  countBits,
  createBitmap,
  hasBit,
  intersect,
  setBit,
} from "./bitmap.ts";
import { type CarAmount, CarAmounts } from "./car-amounts.ts";
import type { CarCell } from "./car-cells.ts";
import { CarIds } from "./car-ids.ts";
import { orderByLikeness } from "./car-order.ts";
import { CarPoints } from "./car-points.ts";
import { CarRows } from "./car-rows.ts";
import { CarTally } from "./car-tally.ts";
import { widen } from "./car-columns.ts";
import {
  ALL_COLUMNS,
  ALL_NUMBERS,
  type FacetColumns,
  findColumn,
  findOffset,
  INDEX_COLUMNS,
  type ListedName,
  NAMED,
  unpackColumn,
} from "./facet-numbers.ts";
import { SelectionCache } from "./selection-cache.ts";
import { WordCache } from "./word-cache.ts";
import { NameNumbers } from "./name-numbers.ts";
import { sortSlots } from "./sort-slots.ts";
import { SortedSlots } from "./sorted-slots.ts";
import { STORED_ORDERS, type StoredOrder, type Status, Stock } from "./stock.ts";
import { yieldToEventLoop } from "./yield-to-event-loop.ts";
import { tallyCars } from "./tally-cars.ts";

/** A car as `listing_search` has it, each facet's column under the facet's name. */
export type IndexedCar = Point & {
  id: string;
  status: Status;
} & CarAmount &
  FacetColumns;

type NamedCars = {
  numbers: NameNumbers;
  column: number;
  /** All cars by the number of their name: those of one name stand together, by their slots. */
  slots: SortedSlots;
};

/** What a turn of the event loop brings in while loading: a few milliseconds. */
const CARS_A_TURN = 1_000;
/** A cell with fewer has no totals: they take as much as so many rows. */
const CARS_WITH_TOTALS = 512;
const LEAST_CAPACITY = 1_024;
const GROWTH = 1.25;

/**
 * The cars for sale and sold, in columns of numbers. A car has a slot, its place in every column; a
 * set of cars is a bitmap of slots. All of it follows from the descriptors in facets.ts.
 */
export class CarIndex {
  capacity: number;
  readonly ids: CarIds;
  readonly points: CarPoints;
  readonly rows: CarRows;
  readonly words = new WordCache();
  readonly selections = new SelectionCache();
  readonly amounts: CarAmounts;
  /** The cars of each number of a facet, by its place in a row of all; made when the first such car comes. */
  readonly #carsByNumber: (Bitmap | undefined)[] = Array.from({ length: ALL_NUMBERS });
  readonly named: ReadonlyMap<NamesName, NamedCars>;
  readonly stocks: Readonly<Record<Status, Stock>>;
  #used = 0;
  #free: number[] = [];

  constructor(expected = 0) {
    const capacity = Math.max(LEAST_CAPACITY, Math.ceil(expected * 1.05));
    this.capacity = capacity;
    this.ids = new CarIds(capacity);
    this.points = new CarPoints(capacity);
    this.rows = new CarRows(capacity);
    this.amounts = new CarAmounts(capacity);
    this.named = new Map(NAMED.map((name) => [name, this.#createNamed(name)]));
    const sorted = (order: StoredOrder) => this.#createOrder(order);
    this.stocks = { live: new Stock(capacity, sorted), sold: new Stock(capacity, sorted) };
  }

  /**
   * Takes a car in, or takes over what has changed of it.
   *
   * @param words those of `words.list()` that it has; left out where its words are what they were
   */
  put(car: IndexedCar, dictionary: SearchDictionary, words?: ReadonlySet<string>): void {
    const known = this.ids.find(car.id);
    if (known !== null) this.#takeOut(known);
    const slot = known ?? this.#nextSlot();
    if (known === null) this.ids.add(car.id, slot);
    this.points.set(slot, car);
    this.#write(slot, car, dictionary);
    if (words) this.words.note(slot, words);
    this.#bringIn(slot, this.stocks[car.status]);
    if (car.status === "live") this.#countForSale(slot, 1);
    for (const { slots } of this.named.values()) slots.add(slot);
    for (const order of Object.values(this.stocks[car.status].orders)) order.add(slot);
    this.selections.note(slot, this.rows, 1);
  }

  /** Nothing happens where it is not there. */
  remove(id: string): void {
    const slot = this.ids.find(id);
    if (slot === null) return;
    this.#takeOut(slot);
    this.ids.remove(slot);
    this.#free.push(slot);
  }

  /**
   * Takes all cars in at once: sorting them in the end costs a tenth of finding each its place. Only
   * into an empty index, and in the order of their ids, by which equal ones are sorted.
   */
  async load(
    batches: AsyncIterable<readonly IndexedCar[]>,
    dictionary: (cars: readonly IndexedCar[]) => Promise<SearchDictionary>,
  ): Promise<void> {
    if (this.#used > 0) throw new Error("Cars are loaded into an empty index.");
    const { live, sold } = this.stocks;
    for await (const cars of batches) {
      const names = await dictionary(cars);
      for (const car of cars) {
        const slot = this.#nextSlot();
        this.ids.load(car.id, slot);
        if (slot > 0 && this.ids.compare(slot - 1, slot) >= 0) {
          throw new Error("The cars do not come in the order of their ids.");
        }
        this.points.load(slot, car);
        this.#write(slot, car, names);
        if (car.status === "sold") setBit(sold.cars, slot);
      }
      await nextTurn();
    }
    const order = await orderByLikeness(this.rows, this.#used, this.named.get("model")!.numbers);
    await this.#reorder(order);
    const soldBefore = sold.cars;
    sold.cars = createBitmap(this.capacity);
    const bringIn = (start: number, end: number) => {
      for (let slot = start; slot < end; slot += 1) {
        this.#bringIn(slot, hasBit(soldBefore, order[slot]!) ? sold : live);
      }
    };
    await yieldToEventLoop(this.#used, bringIn, CARS_A_TURN);
    await this.points.fillCells();
    await this.#tallyCells();
    await this.#sortAll(order);
  }

  /** The cars of a number of a facet; undefined where it never had one. */
  carsHaving(name: ListedName | SetName, number: number): Bitmap | undefined {
    return this.#carsByNumber[findOffset(name) + number];
  }

  /** What those of a set have that are for sale. */
  tallyForSale(cars: Bitmap): CarTally {
    const { live } = this.stocks;
    const forSale = live.cars.slice();
    intersect(forSale, cars);
    const tally = new CarTally();
    tally.count = countBits(forSale);
    tallyCars(this, forSale, ALL_COLUMNS, tally);
    return tally;
  }

  #write(slot: number, car: IndexedCar, dictionary: SearchDictionary): void {
    this.amounts.write(slot, car);
    this.rows.write(slot, car, (name) =>
      this.named
        .get(name)!
        .numbers.number(car[name], () => dictionary[name].nameOf.get(car[name]) ?? null),
    );
  }

  /** But for the orders. */
  #bringIn(slot: number, stock: Stock): void {
    stock.add(slot, this.rows);
    this.#eachNumber(slot, (number) =>
      setBit((this.#carsByNumber[number] ??= createBitmap(this.capacity)), slot),
    );
  }

  #takeOut(slot: number): void {
    // As long as everything stands where it stood.
    this.selections.note(slot, this.rows, -1);
    const { live, sold } = this.stocks;
    const stock = hasBit(live.cars, slot) ? live : sold;
    if (stock === live) this.#countForSale(slot, -1);
    stock.remove(slot, this.rows);
    this.#eachNumber(slot, (number) => {
      const having = this.#carsByNumber[number];
      if (having) clearBit(having, slot);
    });
    for (const { slots } of this.named.values()) slots.remove(slot);
    for (const order of Object.values(stock.orders)) order.remove(slot);
  }

  /** In the totals that are kept of small sets. */
  #countForSale(slot: number, by: 1 | -1): void {
    this.words.count(slot, this.rows, by);
    const cell = this.points.cellOf(slot);
    if (cell?.totals) cell.totals.addCar(slot, this.rows, ALL_COLUMNS, by);
    else if (cell && by === 1 && cell.count >= CARS_WITH_TOTALS) this.#tallyCell(cell);
  }

  async #tallyCells(): Promise<void> {
    const cells = this.points.cells.values().filter(({ count }) => count >= CARS_WITH_TOTALS);
    const tally = (start: number, end: number) =>
      cells.slice(start, end).forEach((cell) => this.#tallyCell(cell));
    await yieldToEventLoop(cells.length, tally, 1);
  }

  #tallyCell(cell: CarCell): void {
    const { live } = this.stocks;
    const totals = new CarTally();
    for (const slot of cell.slots.subarray(0, cell.count)) {
      if (hasBit(live.cars, slot)) totals.addCar(slot, this.rows, ALL_COLUMNS, 1);
    }
    cell.totals = totals;
  }

  #eachNumber(slot: number, visit: (number: number) => void): void {
    for (const [at, column] of INDEX_COLUMNS.entries())
      unpackColumn(column, this.rows.read(slot, at), visit);
  }

  /** @param order for each slot where its car came among those of their ids' order */
  async #reorder(order: Int32Array): Promise<void> {
    await this.ids.reorder(order);
    await this.points.reorder(order);
    await this.rows.reorder(order);
    await this.amounts.reorder(order);
  }

  /** @param order as in `#reorder` */
  async #sortAll(order: Int32Array): Promise<void> {
    const byId = new Int32Array(this.#used);
    await yieldToEventLoop(this.#used, (start, end) => {
      for (let slot = start; slot < end; slot += 1) byId[order[slot]!] = slot;
    });
    for (const stock of Object.values(this.stocks)) {
      const slots = byId.filter((slot) => hasBit(stock.cars, slot));
      for (const order of STORED_ORDERS) {
        stock.orders[order].fill(await sortSlots(slots, this.amounts.keysOf(order)));
      }
    }
    const all = new Int32Array(this.#used);
    const numbers = new Int32Array(this.#used);
    for (const { column, slots } of this.named.values()) {
      await yieldToEventLoop(this.#used, (start, end) => {
        for (let slot = start; slot < end; slot += 1) {
          all[slot] = slot;
          numbers[slot] = this.rows.read(slot, column);
        }
      });
      slots.fill(await sortSlots(all, numbers));
    }
  }

  #createOrder(order: StoredOrder): SortedSlots {
    return new SortedSlots((one, other) => {
      const keys = this.amounts.keysOf(order);
      return keys[one]! - keys[other]! || this.ids.compare(one, other);
    });
  }

  #createNamed(name: NamesName): NamedCars {
    const column = findColumn(name);
    const slots = new SortedSlots(
      (one, other) => this.rows.read(one, column) - this.rows.read(other, column) || one - other,
    );
    return { numbers: new NameNumbers(), column, slots };
  }

  #nextSlot(): number {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    if (this.#used === this.capacity) this.#grow();
    this.#used += 1;
    return this.#used - 1;
  }

  #grow(): void {
    const capacity = Math.ceil(this.capacity * GROWTH);
    this.capacity = capacity;
    this.ids.grow(capacity, this.#used);
    this.points.grow(capacity);
    this.rows.grow(capacity);
    this.words.forget();
    this.selections.forget();
    this.amounts.grow(capacity);
    this.#carsByNumber.forEach((cars, number) => {
      if (cars) this.#carsByNumber[number] = widen(cars, createBitmap(capacity));
    });
    for (const stock of Object.values(this.stocks)) {
      stock.cars = widen(stock.cars, createBitmap(capacity));
    }
  }
}
