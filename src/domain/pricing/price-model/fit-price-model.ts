import { type Backfit, backfit, SHRINK_LISTINGS } from "./backfit.ts";
import { type Extremes, noExtremes, widen } from "./extremes.ts";
import { keepRows, listingColumns, type ListingColumns } from "./listing-columns.ts";
import { oddRows } from "./odd-prices.ts";
import type { PricedCar } from "./priced-car.ts";

/** What is known of one make+model. Ages and odometers as `scaled` gives them. */
export type ModelFacts = {
  effect: number;
  listingCount: number;
  age: Extremes;
  km: Extremes;
};

/** How prices of one stock of listings hang together; all in ln(CAD). */
export type PriceModel = {
  /** The calendar year that ages are counted back from. */
  thisYear: number;
  coefficients: readonly number[];
  makes: ReadonlyMap<string, number>;
  models: ReadonlyMap<string, ModelFacts>;
  /** How far asking prices lie from the fit. */
  sigma: number;
};

export type PriceFit = {
  model: PriceModel;
  /** Positions of the given listings that the model rests on: all but the unreadable and the odd. */
  used: Int32Array;
};

/** Nobody's price is known better than within 5 %, however well a small stock happens to line up. */
export const LEAST_SIGMA = 0.05;

/** Fits at one go. @returns null where no listing can be read */
export function fitPriceModel(listings: readonly PricedCar[], thisYear: number): PriceFit | null {
  const steps = fitInSteps(listings, thisYear);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * The same, pausing every few milliseconds even at 100,000 listings. Two rounds: the second leaves
 * out what the first finds odd.
 */
export function* fitInSteps(
  listings: readonly PricedCar[],
  thisYear: number,
): Generator<void, PriceFit | null> {
  const all = listingColumns(listings, thisYear);
  if (all.count === 0) return null;
  yield;
  const first = yield* backfit(all);
  yield;
  const isOdd = oddRows(all, first.residuals, LEAST_SIGMA);
  const kept = keepRows(all, (row) => !isOdd[row]);
  yield;
  const columns = kept.count < all.count ? kept : all;
  const fit = columns === all ? first : yield* backfit(columns);
  return {
    used: columns.listing.slice(0, columns.count),
    model: {
      thisYear,
      coefficients: Array.from(fit.coefficients),
      makes: new Map(columns.makeKeys.map((key, make) => [key, fit.makeEffects[make]!])),
      models: modelFacts(columns, fit),
      sigma: Math.max(LEAST_SIGMA, sigmaOf(fit)),
    },
  };
}

/** An effect believed by n / (n + 3) uses up as much of one degree of freedom. */
function sigmaOf({ residuals, rank, modelCounts }: Backfit): number {
  let squares = 0;
  for (const residual of residuals) squares += residual * residual;
  let spent = rank;
  for (const count of modelCounts) spent += count / (count + SHRINK_LISTINGS);
  return Math.sqrt(squares / Math.max(1, residuals.length - spent));
}

function modelFacts(columns: ListingColumns, fit: Backfit): Map<string, ModelFacts> {
  const facts = columns.modelKeys.map((_, model): ModelFacts => ({
    effect: fit.modelEffects[model]!,
    listingCount: fit.modelCounts[model]!,
    age: noExtremes(),
    km: noExtremes(),
  }));
  for (let row = 0; row < columns.count; row += 1) {
    const each = facts[columns.model[row]!]!;
    widen(each.age, columns.age[row]!);
    widen(each.km, columns.km[row]!);
  }
  return new Map(columns.modelKeys.map((key, model) => [key, facts[model]!]));
}
