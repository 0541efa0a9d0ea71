import { type ConditionLanguage, joinPricesByTax } from "#domain/search/conditions.ts";
import type { Code, Range } from "#domain/search/facet-kinds.ts";
import {
  type CodesName,
  FACETS,
  innerFacet,
  isNamesFacet,
  type NamesName,
  type RangeName,
  type SetName,
} from "#domain/search/facets.ts";
import { findCodeNumber } from "#domain/search/search-dictionary.server.ts";
import type { PricesByTax } from "#domain/search/search.ts";
import { callNotInlined } from "./call-not-inlined.ts";
import {
  type Bitmap,
  intersect,
  type Scratch,
  setBits,
  setRisingBits,
  unite,
  uniteAll,
} from "./bitmap.ts";
import type { CarIndex } from "./car-index.ts";
import type { CarTally } from "./car-tally.ts";
import type { CarsAround } from "./cars-around.ts";
import { countNumbers, findOffset, findStep, type ListedName } from "./facet-numbers.ts";

/** The cars that fulfil a condition. */
export type SelectedCars = {
  /** The caller's own, to be changed by `both` and `either`, but the one of a status, which the index keeps. */
  cars: Bitmap;
  /**
   * Where they are just the cars of some numbers of one facet, of which no car has two: their places
   * in a row of all.
   */
  numbers: readonly number[] | null;
  /** Where they are just the cars of some names, the numbers of those. */
  names?: readonly number[];
  /** What is kept of just these cars, of those for sale: totals to be added up, and not to be changed. */
  listTotals?: () => readonly CarTally[] | null;
};

/** Conditions as sets of cars. */
export function inBitmaps(
  index: CarIndex,
  scratch: Scratch,
  hasWords: (words: readonly string[]) => Pick<SelectedCars, "cars" | "listTotals">,
): ConditionLanguage<SelectedCars> {
  function hasAny(name: CodesName | NamesName, values: readonly Code[]): SelectedCars {
    if (isNamesFacet(name)) return hasAnyName(name, values.map(String));
    const numbers = values.map((value) => findCodeNumber(name, value));
    return haveNumbers(
      name,
      numbers.filter((number) => number > 0),
    );
  }

  function haveNumbers(name: ListedName, numbers: readonly number[]): SelectedCars {
    const cars = scratch.take();
    const having = numbers.map((number) => index.carsHaving(name, number));
    uniteAll(
      cars,
      having.filter((each) => each !== undefined),
    );
    return { cars, numbers: [...new Set(numbers)].map((number) => findOffset(name) + number) };
  }

  function hasAll(name: SetName, values: readonly Code[]): SelectedCars {
    const numbers = [...new Set(values.map((value) => findCodeNumber(name, value)))];
    const [first, ...others] = numbers.map((number) => index.carsHaving(name, number));
    const cars = scratch.take(first);
    for (const having of others) {
      if (having) intersect(cars, having);
      else cars.fill(0);
    }
    const [only] = numbers;
    const isOne = numbers.length === 1 && only !== undefined;
    return { cars, numbers: isOne ? [findOffset(name) + only] : null };
  }

  function hasAnyName(name: NamesName, values: readonly string[]): SelectedCars {
    const cars = scratch.take();
    // The cars of a make are those of its models.
    const inner = innerFacet(name);
    const { numbers, column, slots } = index.named.get(inner ?? name)!;
    const names = values.flatMap((value) => (inner ? numbers.within(value) : numbers.ofKey(value)));
    for (const number of names) {
      const from = slots.find((slot) => index.rows.read(slot, column) - number);
      const to = slots.find((slot) => index.rows.read(slot, column) - number - 1);
      for (const piece of slots.pieces(from, to)) {
        setRisingBits(cars, piece.slots, piece.start, piece.end);
      }
    }
    return { cars, numbers: null, names: [...new Set(names)] };
  }

  function isWithin(name: RangeName, { min, max }: Range): SelectedCars {
    const [lowest, highest] = [min ?? -Infinity, max ?? Infinity];
    const first = min === null ? 0 : findStep(name, min);
    const last = max === null ? countNumbers(name) - 1 : findStep(name, max);
    const steps = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
    const whole = steps.filter((step) => {
      const ends = stepEnds(name, step);
      return lowest <= ends.min && ends.max <= highest;
    });
    const selection = haveNumbers(name, whole);
    if (whole.length === steps.length) return selection;
    for (const step of new Set(steps).difference(new Set(whole))) {
      const ends = stepEnds(name, step);
      addBetween(name, Math.max(lowest, ends.min), Math.min(highest, ends.max), selection.cars);
    }
    return { cars: selection.cars, numbers: null };
  }

  /** Those of a step at an end of the range. */
  function addBetween(name: RangeName, lowest: number, highest: number, cars: Bitmap): void {
    const keys = index.amounts.ranges[name];
    if (name === "year") {
      const step = index.carsHaving(name, findStep(name, lowest));
      if (step) callNotInlined(addWithin, step, cars, keys, lowest, highest);
      return;
    }
    for (const { orders } of Object.values(index.stocks)) {
      const order = orders[name];
      const from = order.find((slot) => keys[slot]! - lowest);
      const to = order.find((slot) => (keys[slot]! > highest ? 1 : -1));
      for (const { slots, start, end } of order.pieces(from, to)) setBits(cars, slots, start, end);
    }
  }

  function isTaxedAs(cars: PricesByTax["cars"]): SelectedCars {
    const all = scratch.take();
    for (const { provinceCode, isDealer } of cars) {
      const ids = hasAny("province", [provinceCode]).cars;
      intersect(ids, hasAny("seller", [isDealer ? "dealer" : "private"]).cars);
      unite(all, ids);
    }
    return { cars: all, numbers: null };
  }

  function both(one: SelectedCars, other: SelectedCars): SelectedCars {
    intersect(one.cars, other.cars);
    return { cars: one.cars, numbers: null };
  }

  function either(one: SelectedCars, other: SelectedCars): SelectedCars {
    unite(one.cars, other.cars);
    return { cars: one.cars, numbers: null };
  }

  const never = (): SelectedCars => ({ cars: scratch.take(), numbers: null });

  return {
    hasStatus: (status) => ({ cars: index.stocks[status].cars, numbers: null }),
    hasAny,
    hasAll,
    isWithin,
    isPricedByTax: joinPricesByTax({ isTaxedAs, isWithin, both, either, never }),
    isInCircle: ({ radiusKm, ...centre }) => {
      const around = index.points.around(centre);
      const cached = around.findWithin(radiusKm);
      const cars = scratch.take(cached ?? undefined);
      if (!cached) around.addWithin(radiusKm, cars);
      const listTotals = () => listCircleTotals(index, around, radiusKm, scratch);
      return { cars, numbers: null, listTotals };
    },
    hasWords: (words) => ({ ...hasWords(words), numbers: null }),
    both,
    either,
    never,
  };
}

/** The cells within have totals where their cars are many; the cars of the others are counted one by one. */
function listCircleTotals(
  index: CarIndex,
  around: CarsAround,
  radiusKm: number,
  scratch: Scratch,
): CarTally[] {
  const loose = scratch.take();
  const totals = around.addLoose(radiusKm, loose);
  return [...totals, index.tallyForSale(loose)];
}

/** The amounts that are counted under a step: whole numbers. */
function stepEnds(name: RangeName, step: number): { min: number; max: number } {
  const { first, size, count, rounding } = FACETS[name].steps;
  const min = first + step * size - (rounding === "up" ? size - 1 : 0);
  return {
    min: step === 0 ? -Infinity : min,
    max: step === count - 1 ? Infinity : min + size - 1,
  };
}

/** Those of a set whose amount is between two, both included. */
function addWithin(
  from: Bitmap,
  to: Bitmap,
  amounts: Int32Array,
  lowest: number,
  highest: number,
): void {
  for (let word = 0; word < from.length; word += 1) {
    let left = from[word]!;
    while (left !== 0) {
      const lowestBit = left & -left;
      const amount = amounts[(word << 5) + 31 - Math.clz32(lowestBit)]!;
      if (amount >= lowest && amount <= highest) to[word]! |= lowestBit;
      left ^= lowestBit;
    }
  }
}
