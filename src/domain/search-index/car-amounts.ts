import type { RangeName } from "#domain/search/facets.ts";
import { makeRecord } from "#values/record.ts";
import { reorder, widen } from "./car-columns.ts";
import { RANGES } from "./facet-numbers.ts";
import type { SortKeys } from "./sort-slots.ts";
import type { StoredOrder } from "./stock.ts";

/** What a car is sorted by. */
export type CarAmount = {
  /** Microseconds since 1970. */
  postedAt: number;
  bidCount: number;
  dealRank: number;
} & Readonly<Record<RangeName, number>>;

/** The amounts of every car, by which cars are sorted and bounded: a column each, by slot. */
export class CarAmounts {
  #postedAt: Float64Array;
  #bidCount: Int32Array;
  #dealRank: Int16Array;
  ranges: Record<RangeName, Int32Array>;

  constructor(capacity: number) {
    this.#postedAt = new Float64Array(capacity);
    this.#bidCount = new Int32Array(capacity);
    this.#dealRank = new Int16Array(capacity);
    this.ranges = makeRecord(RANGES, () => new Int32Array(capacity));
  }

  write(slot: number, car: CarAmount): void {
    this.#postedAt[slot] = car.postedAt;
    this.#bidCount[slot] = car.bidCount;
    this.#dealRank[slot] = car.dealRank;
    for (const name of RANGES) this.ranges[name][slot] = car[name];
  }

  /** What cars are sorted by, by slot. */
  keysOf(order: StoredOrder): SortKeys {
    switch (order) {
      case "newest":
        return this.#postedAt;
      case "deal":
        return this.#dealRank;
      case "bids":
        return this.#bidCount;
      case "price":
        return this.ranges.price;
      case "km":
        return this.ranges.km;
    }
  }

  /** @param order for each slot the one whose car comes there */
  async reorder(order: Int32Array): Promise<void> {
    const { length } = this.#postedAt;
    this.#postedAt = await reorder(this.#postedAt, new Float64Array(length), order);
    this.#bidCount = await reorder(this.#bidCount, new Int32Array(length), order);
    this.#dealRank = await reorder(this.#dealRank, new Int16Array(length), order);
    for (const name of RANGES) {
      this.ranges[name] = await reorder(this.ranges[name], new Int32Array(length), order);
    }
  }

  grow(capacity: number): void {
    this.#postedAt = widen(this.#postedAt, new Float64Array(capacity));
    this.#bidCount = widen(this.#bidCount, new Int32Array(capacity));
    this.#dealRank = widen(this.#dealRank, new Int16Array(capacity));
    const { ranges } = this;
    this.ranges = makeRecord(RANGES, (name) => widen(ranges[name], new Int32Array(capacity)));
  }
}
