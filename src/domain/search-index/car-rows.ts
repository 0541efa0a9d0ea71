import { reorder } from "./car-columns.ts";
import { type FacetColumns, INDEX_COLUMNS, readColumn } from "./facet-numbers.ts";
import type { NamesName } from "#domain/search/facets.ts";

const MOST_IN_16_BITS = 0xffff;

/**
 * What each car is counted under, a row a car and a number a column: all that is counted of a car lies
 * in one line of the processor's cache.
 */
export class CarRows {
  /** `slot * INDEX_COLUMNS.length + column`. In 32 bits once there are more names than 16 can number. */
  numbers: Uint16Array | Uint32Array;

  constructor(capacity: number) {
    this.numbers = new Uint16Array(capacity * INDEX_COLUMNS.length);
  }

  write(slot: number, columns: FacetColumns, numberName: (name: NamesName) => number): void {
    for (const [at, column] of INDEX_COLUMNS.entries()) {
      const number = readColumn(column, columns, numberName);
      if (number > MOST_IN_16_BITS && this.numbers instanceof Uint16Array) {
        this.numbers = new Uint32Array(this.numbers);
      }
      this.numbers[slot * INDEX_COLUMNS.length + at] = number;
    }
  }

  read(slot: number, column: number): number {
    return this.numbers[slot * INDEX_COLUMNS.length + column]!;
  }

  /** @param order for each slot the one whose row comes there, of all that were written */
  async reorder(order: Int32Array): Promise<void> {
    const { numbers } = this;
    this.numbers = await reorder(
      numbers,
      this.#create(numbers.length),
      order,
      INDEX_COLUMNS.length,
    );
  }

  grow(capacity: number): void {
    const { numbers } = this;
    this.numbers = this.#create(capacity * INDEX_COLUMNS.length);
    this.numbers.set(numbers);
  }

  #create(length: number): Uint16Array | Uint32Array {
    return this.numbers instanceof Uint16Array ? new Uint16Array(length) : new Uint32Array(length);
  }
}
