import { type Groups, type StockColumns, sumByGroup } from "./stock-columns.ts";

/** Variances of ln(price): between equal cars, and between models, model years and trims. */
export type Variances = { car: number; model: number; year: number; trim: number };

/** Squares of 14 %, 20 %, 5 % and 10 %: typical of used cars, used until listings say better. */
export const STARTING_VARIANCES: Variances = { car: 0.02, model: 0.04, year: 0.0025, trim: 0.01 };
/** The starting values count as this many listings. */
const STARTING_WEIGHT = 6;

/** A price is never known better than within 4 %, even if a few listings happen to agree. */
const LEAST_BETWEEN_CARS = 0.04 ** 2;
const LEAST_BETWEEN_GROUPS = 0.02 ** 2;

/**
 * Analysis of variance of the residuals: how much is between the cars of one model, of one model
 * year and of one trim, and how much between models.
 */
export function estimateVariances(
  { models, years, trims }: StockColumns,
  residuals: Float64Array,
): Variances {
  const start = STARTING_VARIANCES;
  const withinModel = varianceWithin(models, residuals, start.car + start.year + start.trim);
  const withinYear = varianceWithin(years, residuals, start.car + start.trim);
  const withinTrim = varianceWithin(trims, residuals, start.car + start.year);
  const year = Math.max(LEAST_BETWEEN_GROUPS, withinModel - withinYear);
  const trim = Math.max(LEAST_BETWEEN_GROUPS, withinModel - withinTrim);
  let between = STARTING_WEIGHT * start.model;
  const sums = sumByGroup(models, residuals);
  for (const [model, sum] of sums.entries()) {
    const count = models.counts[model]!;
    between += (sum / count) ** 2 - withinModel / count;
  }
  return {
    car: Math.max(LEAST_BETWEEN_CARS, withinModel - year - trim),
    model: Math.max(LEAST_BETWEEN_GROUPS, between / (STARTING_WEIGHT + sums.length)),
    year,
    trim,
  };
}

function varianceWithin(groups: Groups, values: Float64Array, start: number): number {
  const sums = sumByGroup(groups, values);
  let squares = STARTING_WEIGHT * start;
  for (let row = 0; row < values.length; row += 1) {
    const group = groups.of[row]!;
    squares += (values[row]! - sums[group]! / groups.counts[group]!) ** 2;
  }
  return squares / (STARTING_WEIGHT + values.length - sums.length);
}
