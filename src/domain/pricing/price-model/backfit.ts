import { buildNormalEquations } from "./least-squares.ts";
import type { ListingColumns } from "./listing-columns.ts";
import { sumOfTerms, termCountFor, writeTerms } from "./priced-car.ts";

/** A make or a model of n listings is believed by n / (n + 3): few listings move the price little. */
export const SHRINK_LISTINGS = 3;

const PASSES = 8;

export type Backfit = {
  coefficients: Float64Array;
  /** By the number of a make or a model. */
  makeEffects: Float64Array;
  modelEffects: Float64Array;
  /** Listings by the number of a model. */
  modelCounts: Int32Array;
  /** ln(price) less the fit, by row. */
  residuals: Float64Array;
  rank: number;
};

/**
 * ln(price) = Xβ + make + model: each part in turn takes what the others leave, a few times over
 * (backfitting). It pauses after each pass, so that whoever runs it can let others work.
 */
export function* backfit(columns: ListingColumns): Generator<void, Backfit> {
  const { count, logPrice, age, km, make, model } = columns;
  const row = new Float64Array(termCountFor(count));
  const equations = buildNormalEquations(row.length);
  for (let i = 0; i < count; i += 1) {
    writeTerms(row, { age: age[i]!, km: km[i]! });
    equations.add(row);
  }
  const makes = effects(columns.makeKeys.length, make.subarray(0, count));
  const models = effects(columns.modelKeys.length, model.subarray(0, count));
  const withoutTerms = new Float64Array(count);
  const residuals = new Float64Array(count);
  let coefficients = new Float64Array(row.length);
  yield;
  for (let pass = 0; pass < PASSES; pass += 1) {
    const xy = new Float64Array(row.length);
    for (let i = 0; i < count; i += 1) {
      const left = logPrice[i]! - makes.values[make[i]!]! - models.values[model[i]!]!;
      writeTerms(row, { age: age[i]!, km: km[i]! });
      for (let column = 0; column < row.length; column += 1) xy[column]! += row[column]! * left;
    }
    coefficients = Float64Array.from(equations.solve(xy));
    for (let i = 0; i < count; i += 1)
      withoutTerms[i] = logPrice[i]! - sumOfTerms(coefficients, { age: age[i]!, km: km[i]! });
    makes.take((i) => withoutTerms[i]! - models.values[model[i]!]!);
    models.take((i) => withoutTerms[i]! - makes.values[make[i]!]!);
    yield;
  }
  for (let i = 0; i < count; i += 1)
    residuals[i] = withoutTerms[i]! - makes.values[make[i]!]! - models.values[model[i]!]!;
  return {
    coefficients,
    makeEffects: makes.values,
    modelEffects: models.values,
    modelCounts: models.counts,
    residuals,
    rank: equations.rank(),
  };
}

/** Shrunk means by group: sum / (n + 3) is the mean times n / (n + 3). */
function effects(groupCount: number, groups: Int32Array) {
  const counts = new Int32Array(groupCount);
  for (const group of groups) counts[group]! += 1;
  const values = new Float64Array(groupCount);
  return {
    counts,
    values,
    take(left: (row: number) => number) {
      values.fill(0);
      for (let i = 0; i < groups.length; i += 1) values[groups[i]!]! += left(i);
      for (let group = 0; group < groupCount; group += 1)
        values[group]! /= counts[group]! + SHRINK_LISTINGS;
    },
  };
}
