import type { NamesName, RangeName, SetName } from "#domain/search/facets.ts";
import type { SearchDictionary } from "#domain/search/search-dictionary.server.ts";
import type { SearchFilters, Sort } from "#domain/search/search.ts";
import type { Point } from "#values/distance.ts";
import { makeRecord } from "#values/record.ts";
import { type Bitmap, clearBit, createBitmap, hasBit, setBit } from "./bitmap.ts";
import { CarIds } from "./car-ids.ts";
import { CarPoints } from "./car-points.ts";
import {
  countNumbers,
  type FacetColumns,
  findPlace,
  GROUPS,
  LISTED,
  type ListedName,
  NAMED,
  packNumbers,
  RANGES,
  SETS,
} from "./facet-numbers.ts";
import { KeptWords } from "./kept-words.ts";
import { NameNumbers } from "./name-numbers.ts";
import { SortedSlots } from "./sorted-slots.ts";

type Status = SearchFilters["status"];

/** A car as `listing_search` has it, each facet's column under the facet's name. */
export type IndexedCar = Point & {
  id: string;
  status: Status;
  /** Microseconds since 1970. */
  postedAt: number;
  bidCount: number;
  dealRank: number;
} & FacetColumns;

/** The orders that are kept; prices are read backwards, too. */
export type KeptOrder = Exclude<Sort, "distance" | "price_desc">;

/** All cars of one status: they are counted and sorted apart, as no search asks for both. */
export type Stock = {
  cars: Bitmap;
  count: number;
  /** How many cars have each packed value, by group; each name, by facet. */
  groupTotals: readonly Int32Array[];
  nameTotals: ReadonlyMap<NamesName, number[]>;
  orders: Readonly<Record<KeptOrder, SortedSlots>>;
};

type NamedColumn = {
  numbers: NameNumbers;
  /** By slot. */
  column: Int32Array;
  /** All cars by the number of their name: those of one name stand together. */
  slots: SortedSlots;
};

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
  readonly words = new KeptWords();
  #postedAt: Float64Array;
  #bidCount: Int32Array;
  #dealRank: Int16Array;
  amounts: Readonly<Record<RangeName, Int32Array>>;
  /** Packed numbers, by group and slot. */
  groups: Uint16Array[];
  /** The numbers that a car has of a set, a bit each, by slot. */
  readonly #sets: Map<SetName, Uint32Array>;
  /** The cars of each number of a facet; made when the first such car comes. */
  readonly carsByNumber: ReadonlyMap<ListedName | SetName, (Bitmap | undefined)[]>;
  /** The same with each facet's place in its group. */
  readonly #fields: readonly {
    group: number;
    shift: number;
    mask: number;
    cars: (Bitmap | undefined)[];
  }[];
  readonly named: ReadonlyMap<NamesName, NamedColumn>;
  readonly stocks: Readonly<Record<Status, Stock>>;
  #used = 0;
  #free: number[] = [];

  constructor(expected = 0) {
    const capacity = Math.max(LEAST_CAPACITY, Math.ceil(expected * 1.05));
    this.capacity = capacity;
    this.ids = new CarIds(capacity);
    this.points = new CarPoints(capacity);
    this.#postedAt = new Float64Array(capacity);
    this.#bidCount = new Int32Array(capacity);
    this.#dealRank = new Int16Array(capacity);
    this.amounts = makeRecord(RANGES, () => new Int32Array(capacity));
    this.groups = GROUPS.map(() => new Uint16Array(capacity));
    this.#sets = new Map(SETS.map((name) => [name, new Uint32Array(capacity)]));
    this.carsByNumber = new Map(
      [...LISTED, ...SETS].map((name) => [name, emptyList(countNumbers(name))]),
    );
    this.#fields = LISTED.map((name) => ({
      ...findPlace(name),
      cars: this.carsByNumber.get(name)!,
    }));
    this.named = new Map(NAMED.map((name) => [name, createNamed(capacity)]));
    this.stocks = { live: this.#createStock(), sold: this.#createStock() };
  }

  /** Takes a car in, or takes over what has changed of it, but for its words. @returns its slot */
  put(car: IndexedCar, dictionary: SearchDictionary): number {
    const known = this.ids.find(car.id);
    if (known !== null) this.#takeOut(known);
    const slot = known ?? this.#nextSlot();
    if (known === null) this.ids.add(car.id, slot);
    this.#write(slot, car, dictionary);
    this.#bringIn(slot, this.stocks[car.status]);
    return slot;
  }

  /** Nothing happens where it is not there. */
  remove(id: string): void {
    const slot = this.ids.find(id);
    if (slot === null) return;
    this.#takeOut(slot);
    this.ids.remove(slot);
    this.#free.push(slot);
  }

  /** What cars are sorted by, by slot. */
  keysOf(order: KeptOrder): Float64Array | Int32Array | Int16Array {
    switch (order) {
      case "newest":
        return this.#postedAt;
      case "deal":
        return this.#dealRank;
      case "bids":
        return this.#bidCount;
      case "price":
        return this.amounts.price;
      case "km":
        return this.amounts.km;
    }
  }

  #write(slot: number, car: IndexedCar, dictionary: SearchDictionary): void {
    this.points.set(slot, car);
    this.#postedAt[slot] = car.postedAt;
    this.#bidCount[slot] = car.bidCount;
    this.#dealRank[slot] = car.dealRank;
    for (const name of RANGES) this.amounts[name][slot] = car[name];
    GROUPS.forEach((group, index) => (this.groups[index]![slot] = packNumbers(group, car)));
    for (const [name, bits] of this.#sets) {
      bits[slot] = car[name].reduce((sum, number) => sum | (1 << number), 0);
    }
    for (const [name, { numbers, column }] of this.named) {
      column[slot] = numbers.number(
        car[name],
        () => dictionary[name].nameOf.get(car[name]) ?? null,
      );
    }
  }

  #bringIn(slot: number, stock: Stock): void {
    setBit(stock.cars, slot);
    stock.count += 1;
    this.#count(slot, stock, 1);
    for (const { group, shift, mask, cars } of this.#fields) {
      const number = (this.groups[group]![slot]! >> shift) & mask;
      setBit((cars[number] ??= createBitmap(this.capacity)), slot);
    }
    this.#eachOfSets(slot, (cars, number) =>
      setBit((cars[number] ??= createBitmap(this.capacity)), slot),
    );
    for (const { slots } of this.named.values()) slots.add(slot);
    for (const order of Object.values(stock.orders)) order.add(slot);
  }

  #takeOut(slot: number): void {
    const stock = hasBit(this.stocks.live.cars, slot) ? this.stocks.live : this.stocks.sold;
    clearBit(stock.cars, slot);
    stock.count -= 1;
    this.#count(slot, stock, -1);
    for (const { group, shift, mask, cars } of this.#fields) {
      const having = cars[(this.groups[group]![slot]! >> shift) & mask];
      if (having) clearBit(having, slot);
    }
    this.#eachOfSets(slot, (cars, number) => {
      const having = cars[number];
      if (having) clearBit(having, slot);
    });
    for (const { slots } of this.named.values()) slots.remove(slot);
    for (const order of Object.values(stock.orders)) order.remove(slot);
  }

  #eachOfSets(slot: number, visit: (cars: (Bitmap | undefined)[], number: number) => void): void {
    for (const [name, bits] of this.#sets) {
      const cars = this.carsByNumber.get(name)!;
      for (let left = bits[slot]!, lowest = 0; left !== 0; left ^= lowest) {
        lowest = left & -left;
        visit(cars, 31 - Math.clz32(lowest));
      }
    }
  }

  #count(slot: number, { groupTotals, nameTotals }: Stock, by: 1 | -1): void {
    groupTotals.forEach((totals, group) => (totals[this.groups[group]![slot]!]! += by));
    for (const [name, { column }] of this.named) {
      const totals = nameTotals.get(name)!;
      const number = column[slot]!;
      while (totals.length <= number) totals.push(0);
      totals[number]! += by;
    }
  }

  #createStock(): Stock {
    const sorted = (order: KeptOrder) =>
      new SortedSlots((one, other) => {
        const keys = this.keysOf(order);
        return keys[one]! - keys[other]! || this.ids.compare(one, other);
      });
    return {
      cars: createBitmap(this.capacity),
      count: 0,
      groupTotals: GROUPS.map(({ size }) => new Int32Array(size)),
      nameTotals: new Map(NAMED.map((name) => [name, []])),
      orders: {
        newest: sorted("newest"),
        deal: sorted("deal"),
        price: sorted("price"),
        km: sorted("km"),
        bids: sorted("bids"),
      },
    };
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
    this.words.forget();
    this.#postedAt = widen(this.#postedAt, new Float64Array(capacity));
    this.#bidCount = widen(this.#bidCount, new Int32Array(capacity));
    this.#dealRank = widen(this.#dealRank, new Int16Array(capacity));
    const { amounts } = this;
    this.amounts = makeRecord(RANGES, (name) => widen(amounts[name], new Int32Array(capacity)));
    for (const [name, bits] of this.#sets) {
      this.#sets.set(name, widen(bits, new Uint32Array(capacity)));
    }
    this.groups = this.groups.map((column) => widen(column, new Uint16Array(capacity)));
    for (const named of this.named.values()) {
      named.column = widen(named.column, new Int32Array(capacity));
    }
    for (const bitmaps of this.carsByNumber.values()) {
      bitmaps.forEach((bits, number) => {
        if (bits) bitmaps[number] = widen(bits, createBitmap(capacity));
      });
    }
    for (const stock of Object.values(this.stocks)) {
      stock.cars = widen(stock.cars, createBitmap(capacity));
    }
  }
}

function createNamed(capacity: number): NamedColumn {
  const named: NamedColumn = {
    numbers: new NameNumbers(),
    column: new Int32Array(capacity),
    slots: new SortedSlots(
      (one, other) => named.column[one]! - named.column[other]! || one - other,
    ),
  };
  return named;
}

function emptyList(length: number): undefined[] {
  return Array.from({ length }, () => undefined);
}

function widen<Column extends { set(from: Column): void }>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}
