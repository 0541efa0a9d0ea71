import type { ConditionLanguage } from "#domain/search/conditions.ts";
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
import { type Bitmap, intersect, type Scratch, setBit, unite } from "./bitmap.ts";
import type { CarIndex } from "./car-index.ts";
import { findStep } from "./facet-numbers.ts";

/**
 * Conditions as sets of cars. Each is the caller's own, to be changed by `both` and `either`, but the
 * one of a status, which the index keeps.
 */
export function inBitmaps(
  index: CarIndex,
  scratch: Scratch,
  hasWords: (words: readonly string[]) => Bitmap,
): ConditionLanguage<Bitmap> {
  const take = () => scratch.take();

  function hasAny(name: CodesName | NamesName, values: readonly Code[]): Bitmap {
    const cars = take();
    if (isNamesFacet(name)) {
      for (const value of values) addNamed(name, String(value), cars);
    } else {
      for (const value of values) addNumber(name, findCodeNumber(name, value), cars);
    }
    return cars;
  }

  function hasAll(name: SetName, values: readonly Code[]): Bitmap {
    const [first, ...others] = values.map(
      (value) => index.carsByNumber.get(name)?.[findCodeNumber(name, value)],
    );
    const cars = scratch.take(first);
    for (const having of others) {
      if (having) intersect(cars, having);
      else return take();
    }
    return cars;
  }

  function addNumber(name: CodesName, number: number, cars: Bitmap): void {
    const having = number > 0 ? index.carsByNumber.get(name)?.[number] : undefined;
    if (having) unite(cars, having);
  }

  function addNamed(name: NamesName, value: string, cars: Bitmap): void {
    // The cars of a make are those of its models.
    const inner = innerFacet(name);
    const named = index.named.get(inner ?? name);
    if (!named) return;
    const { numbers, column, slots } = named;
    for (const number of inner ? numbers.within(value) : numbers.ofKey(value)) {
      slots.walk(
        slots.find((slot) => column[slot]! - number),
        (slot) => {
          if (column[slot] !== number) return true;
          setBit(cars, slot);
          return false;
        },
      );
    }
  }

  function isWithin(name: RangeName, { min, max }: Range): Bitmap {
    const cars = take();
    const amounts = index.amounts[name];
    const steps = index.carsByNumber.get(name) ?? [];
    const [lowest, highest] = [min ?? -Infinity, max ?? Infinity];
    const first = min === null ? 0 : findStep(name, min);
    const last = max === null ? steps.length - 1 : findStep(name, max);
    for (let step = first; step <= last; step += 1) {
      const having = steps[step];
      if (!having) continue;
      const ends = stepEnds(name, step);
      if (lowest <= ends.min && ends.max <= highest) unite(cars, having);
      else addWhere(having, cars, (slot) => amounts[slot]! >= lowest && amounts[slot]! <= highest);
    }
    return cars;
  }

  function isTaxedAs(cars: PricesByTax["cars"]): Bitmap {
    const all = take();
    for (const { provinceCode, isDealer } of cars) {
      const those = hasAny("province", [provinceCode]);
      intersect(those, hasAny("seller", [isDealer ? "dealer" : "private"]));
      unite(all, those);
    }
    return all;
  }

  return {
    hasStatus: (status) => index.stocks[status].cars,
    hasAny,
    hasAll,
    isWithin,
    isTaxedAs,
    isInCircle: ({ radiusKm, ...centre }) => {
      const around = index.points.around(centre);
      const kept = around.findWithin(radiusKm);
      if (kept) return scratch.take(kept);
      const cars = take();
      around.addWithin(radiusKm, cars);
      return cars;
    },
    hasWords,
    both: (one, other) => {
      intersect(one, other);
      return one;
    },
    either: (one, other) => {
      unite(one, other);
      return one;
    },
    never: () => take(),
  };
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

function addWhere(from: Bitmap, to: Bitmap, isWanted: (slot: number) => boolean): void {
  for (let word = 0; word < from.length; word += 1) {
    let left = from[word]!;
    while (left !== 0) {
      const lowest = left & -left;
      const slot = (word << 5) + 31 - Math.clz32(lowest);
      if (isWanted(slot)) to[word]! |= lowest;
      left ^= lowest;
    }
  }
}
