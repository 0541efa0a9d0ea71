import type { ConditionLanguage } from "#domain/search/conditions.ts";
import type { Code, Range } from "#domain/search/facet-kinds.ts";
import {
  type CodesName,
  innerFacet,
  isNamesFacet,
  type NamesName,
  type RangeName,
  type SetName,
} from "#domain/search/facets.ts";
import type { PricesByTax } from "#domain/search/search.ts";
import { findCodeNumber } from "#domain/search/search-dictionary.server.ts";
import { distanceKm } from "#values/distance.ts";
import { type Bitmap, hasBit } from "./bitmap.ts";
import type { CarIndex } from "./car-index.ts";
import { findBits, findBitField } from "./facet-numbers.ts";
import { findPriceBounds } from "./price-bounds.ts";

/** A question of one car, by slot, as it is when it is asked. */
export type CarTest = (slot: number) => boolean;

const NEVER: CarTest = () => false;

/**
 * Conditions as questions of single cars: for who has few cars left to ask, and would make a set of
 * all others for nothing.
 *
 * @param having the cars of each word that is looked for
 */
export function inTests(index: CarIndex, having: readonly Bitmap[]): ConditionLanguage<CarTest> {
  /** The number of a code that stands in the row. */
  function reads(name: CodesName): (slot: number) => number {
    const { column, shift, mask } = findBitField(name);
    return (slot) => (index.rows.read(slot, column) >>> shift) & mask;
  }

  function hasAny(name: CodesName | NamesName, values: readonly Code[]): CarTest {
    if (isNamesFacet(name)) return hasAnyName(name, new Set(values.map(String)));
    const read = reads(name);
    const isWanted = new Uint8Array(findBitField(name).mask + 1);
    for (const value of values) isWanted[findCodeNumber(name, value)] = 1;
    // None of the codes.
    isWanted[0] = 0;
    return (slot) => isWanted[read(slot)] === 1;
  }

  function hasAnyName(name: NamesName, values: ReadonlySet<string>): CarTest {
    // The cars of a make are those of its models.
    const inner = innerFacet(name);
    const named = index.named.get(inner ?? name);
    if (!named) return NEVER;
    const { column, numbers } = named;
    const names = inner ? numbers.outers : numbers.keys;
    return (slot) => values.has(names[index.rows.read(slot, column)] ?? "");
  }

  function hasAll(name: SetName, values: readonly Code[]): CarTest {
    const numbers = values.map((value) => findCodeNumber(name, value));
    if (numbers.includes(0)) return NEVER;
    const indexColumns = findBits(name, numbers);
    return (slot) =>
      indexColumns.every(({ column, bits }) => (index.rows.read(slot, column) & bits) === bits);
  }

  function isWithin(name: RangeName, { min, max }: Range): CarTest {
    const [lowest, highest] = [min ?? -Infinity, max ?? Infinity];
    return (slot) => {
      const amount = index.amounts.ranges[name][slot]!;
      return amount >= lowest && amount <= highest;
    };
  }

  /** A car is of one province and seller, mostly with one range of prices, which is found at once. */
  function isPricedByTax(pricesByTax: readonly PricesByTax[]): CarTest {
    const [province, seller] = [reads("province"), reads("seller")];
    const provinces = findBitField("province").mask + 1;
    const groups = provinces * (findBitField("seller").mask + 1);
    const lowest = new Float64Array(groups).fill(Infinity);
    const highest = new Float64Array(groups).fill(-Infinity);
    const others: { group: number; isWithin: CarTest }[] = [];
    for (const { prices, cars } of pricesByTax) {
      for (const { provinceCode, isDealer } of cars) {
        const soldBy = findCodeNumber("seller", isDealer ? "dealer" : "private");
        const group = soldBy * provinces + findCodeNumber("province", provinceCode);
        if (lowest[group] === Infinity) {
          lowest[group] = prices.min ?? -Infinity;
          highest[group] = prices.max ?? Infinity;
        } else others.push({ group, isWithin: isWithin("price", prices) });
      }
    }
    const { sure, possible } = findPriceBounds(pricesByTax);
    return (slot) => {
      const price = index.amounts.ranges.price[slot]!;
      if (price >= sure.min && price <= sure.max) return true;
      if (price < possible.min || price > possible.max) return false;
      const group = seller(slot) * provinces + province(slot);
      return (
        (price >= lowest[group]! && price <= highest[group]!) ||
        others.some((other) => other.group === group && other.isWithin(slot))
      );
    };
  }

  return {
    hasStatus: (status) => (slot) => hasBit(index.stocks[status].cars, slot),
    hasAny,
    hasAll,
    isWithin,
    isPricedByTax,
    isInCircle({ radiusKm, ...centre }) {
      return (slot) => distanceKm(centre, index.points.read(slot)) <= radiusKm;
    },
    hasWords: () => (slot) => having.every((cars) => hasBit(cars, slot)),
    both: (one, other) => (slot) => one(slot) && other(slot),
    either: (one, other) => (slot) => one(slot) || other(slot),
    never: () => NEVER,
  };
}
