import { splitNameKey } from "#domain/search/facet-kinds.ts";

/**
 * The names of one facet as numbers without gaps, in the order in which cars brought them. The
 * database numbers them too, but a number of its own may be as high as it likes.
 */
export class NameNumbers {
  readonly #byDatabaseNumber = new Map<number, number>();
  readonly #byKey = new Map<string, number>();
  readonly #byOuter = new Map<string, number[]>();
  /** "Honda_CR-V"; null for what has no name. By number. */
  readonly keys: (string | null)[] = [];
  /** "Honda"; by number, too. */
  readonly outers: (string | null)[] = [];

  /** @param findKey asked once for each number of the database */
  number(databaseNumber: number, findKey: () => string | null): number {
    const known = this.#byDatabaseNumber.get(databaseNumber);
    if (known !== undefined) return known;
    const number = this.keys.length;
    const key = findKey();
    const outer = key === null ? null : splitNameKey(key).outer;
    this.keys.push(key);
    this.outers.push(outer);
    this.#byDatabaseNumber.set(databaseNumber, number);
    if (key === null || outer === null) return number;
    this.#byKey.set(key, number);
    const siblings = this.#byOuter.get(outer);
    if (siblings) siblings.push(number);
    else this.#byOuter.set(outer, [number]);
    return number;
  }

  get count(): number {
    return this.keys.length;
  }

  has(databaseNumber: number): boolean {
    return this.#byDatabaseNumber.has(databaseNumber);
  }

  ofKey(key: string): readonly number[] {
    const number = this.#byKey.get(key);
    return number === undefined ? [] : [number];
  }

  /** All models of a make. */
  within(outer: string): readonly number[] {
    return this.#byOuter.get(outer) ?? [];
  }
}
