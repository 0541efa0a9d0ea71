import { isTelling, makeKey, modelKey, type PricedCar, scaled } from "./priced-car.ts";

/** The listings as columns of numbers, which a pass runs over far sooner than over objects. */
export type ListingColumns = {
  /** Rows, at most as many as listings were given. */
  count: number;
  /** Which of the given listings a row is. */
  listing: Int32Array;
  /** ln(price) */
  logPrice: Float64Array;
  age: Float64Array;
  km: Float64Array;
  /** The number of a row's make, and of its model. */
  make: Int32Array;
  model: Int32Array;
  makeKeys: readonly string[];
  modelKeys: readonly string[];
};

export function buildListingColumns(
  listings: readonly PricedCar[],
  thisYear: number,
): ListingColumns {
  const makes = numbered(makeKey);
  const models = numbered(modelKey);
  const columns = emptyColumns(listings.length);
  let row = 0;
  for (const [index, car] of listings.entries()) {
    if (!isTelling(car, thisYear)) continue;
    const { age, km } = scaled(car, thisYear);
    columns.listing[row] = index;
    columns.logPrice[row] = Math.log(car.priceCad);
    columns.age[row] = age;
    columns.km[row] = km;
    columns.make[row] = makes.of(car);
    columns.model[row] = models.of(car);
    row += 1;
  }
  return { ...columns, count: row, makeKeys: makes.keys, modelKeys: models.keys };
}

/** Only the rows that `isKept` names, for a second look without the odd ones. */
export function keepRows(
  columns: ListingColumns,
  isKept: (row: number) => boolean,
): ListingColumns {
  const kept = { ...columns, ...emptyColumns(columns.count) };
  let count = 0;
  for (let row = 0; row < columns.count; row += 1) {
    if (!isKept(row)) continue;
    for (const name of ["listing", "logPrice", "age", "km", "make", "model"] as const)
      kept[name][count] = columns[name][row]!;
    count += 1;
  }
  return { ...kept, count };
}

function emptyColumns(length: number) {
  return {
    listing: new Int32Array(length),
    logPrice: new Float64Array(length),
    age: new Float64Array(length),
    km: new Float64Array(length),
    make: new Int32Array(length),
    model: new Int32Array(length),
  };
}

/** Numbers for keys in the order they come. A spelling is folded once, however often it comes. */
function numbered(keyOf: (car: PricedCar) => string) {
  const keys: string[] = [];
  const byKey = new Map<string, number>();
  const bySpelling = new Map<string, number>();
  return {
    keys,
    of(car: PricedCar): number {
      const spelling = `${car.make}/${car.model}`;
      const known = bySpelling.get(spelling);
      if (known !== undefined) return known;
      const key = keyOf(car);
      const number = byKey.get(key) ?? keys.push(key) - 1;
      byKey.set(key, number);
      bySpelling.set(spelling, number);
      return number;
    },
  };
}
