import type { ConditionLanguage } from "#domain/search/conditions.ts";
import type { Range } from "#domain/search/facet-kinds.ts";
import { isNamesFacet, type RangeName } from "#domain/search/facets.ts";
import { findCodeNumber } from "#domain/search/search-dictionary.server.ts";
import { type PricesByTax, RADII_KM } from "#domain/search/search.ts";
import { type Bitmap, intersect, subtract, unite } from "#packages/faceted-index/bitmap";
import { listSteps } from "./car-facets.ts";
import type { CarRows } from "./car-index.ts";

/**
 * The conditions of a search, as sets of cars.
 *
 * @param having the cars of each word that is searched for
 */
export function inBitmaps(
  rows: CarRows,
  having: readonly Bitmap[] = [],
): ConditionLanguage<Bitmap> {
  /** All cars of the steps inside the range; in the steps at its ends, each car is checked. */
  function isWithin(name: RangeName, { min, max }: Range): Bitmap {
    const [least, most] = [min ?? -Infinity, max ?? Infinity];
    const steps = listSteps(name).filter((step) => step.min <= most && step.max >= least);
    const whole = steps.filter((step) => step.min >= least && step.max <= most);
    const numbers = (some: typeof steps) => some.map(({ number }) => number);
    const ends = steps.filter((step) => !whole.includes(step));
    const all = rows.havingValue(name, numbers(whole));
    if (ends.length === 0) return all;
    return unite(all, rows.between(name, least, most, rows.havingValue(name, numbers(ends))));
  }

  function isTaxedAs(cars: PricesByTax["cars"]): Bitmap {
    const bySeller = Map.groupBy(cars, ({ isDealer }) => isDealer);
    const sold = [...bySeller].map(([isDealer, some]) =>
      intersect(
        hasAny("seller", [isDealer ? "dealer" : "private"]),
        hasAny(
          "province",
          some.map(({ provinceCode }) => provinceCode),
        ),
      ),
    );
    return unite(rows.none(), ...sold);
  }

  /** Taxes differ little: most prices are within the ranges of all taxes, or of none. */
  function isPricedByTax(pricesByTax: readonly PricesByTax[]): Bitmap {
    const mins = pricesByTax.map(({ prices }) => prices.min ?? -Infinity);
    const maxes = pricesByTax.map(({ prices }) => prices.max ?? Infinity);
    const possible = isWithin("price", { min: Math.min(...mins), max: Math.max(...maxes) });
    const ofAll = isWithin("price", { min: Math.max(...mins), max: Math.min(...maxes) });
    const sure = intersect(ofAll, isTaxedAs(pricesByTax.flatMap(({ cars }) => cars)));
    const unsure = subtract(possible, sure);
    const others = pricesByTax.map(({ cars }, at) =>
      rows.between("price", mins[at]!, maxes[at]!, intersect(unsure, isTaxedAs(cars))),
    );
    return unite(sure, ...others);
  }

  const hasAny: ConditionLanguage<Bitmap>["hasAny"] = (name, values) => {
    if (isNamesFacet(name)) {
      const names = new Set(values.map(String));
      return rows.havingName(name, (each) => names.has(each));
    }
    const numbers = values.map((value) => findCodeNumber(name, value));
    // 0 is none of the codes.
    return rows.havingValue(
      name,
      numbers.filter((number) => number > 0),
    );
  };

  return {
    hasStatus: () => rows.all,
    hasAny,
    // An unknown code is bit -1, which no car has.
    hasAll: (name, values) =>
      rows.havingBits(
        name,
        values.map((value) => findCodeNumber(name, value) - 1),
      ),
    isWithin,
    isPricedByTax,
    isInCircle({ radiusKm, ...centre }) {
      const at = RADII_KM.findIndex((each) => each === radiusKm);
      return (
        rows.circles(centre, RADII_KM, true)[at] ?? rows.circles(centre, [radiusKm], false)[0]!
      );
    },
    hasWords: () => intersect(rows.all, ...having),
    both: intersect,
    either: unite,
    never: () => rows.none(),
  };
}
