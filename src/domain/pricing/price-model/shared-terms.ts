import { invert, multiply } from "./matrix.ts";
import { type StockColumns, sumByGroup } from "./stock-columns.ts";
import type { Variances } from "./variances.ts";

/** Sums over the terms of all rows, computed once for all rounds of the fit. */
export type TermSums = {
  /** X'X */
  squares: Float64Array;
  /** The sum of the rows of each model, one model after the other. */
  byModel: Float64Array;
};

export function sumTerms({ space, count, firstTerm, term, value, models }: StockColumns): TermSums {
  const size = space.priors.length;
  const squares = new Float64Array(size * size);
  const byModel = new Float64Array(models.keys.length * size);
  for (let row = 0; row < count; row += 1) {
    const end = firstTerm[row + 1]!;
    for (let a = firstTerm[row]!; a < end; a += 1) {
      byModel[models.of[row]! * size + term[a]!]! += value[a]!;
      for (let b = firstTerm[row]!; b < end; b += 1)
        squares[term[a]! * size + term[b]!]! += value[a]! * value[b]!;
    }
  }
  return { squares, byModel };
}

export type Coefficients = {
  /** One for each term. */
  coefficients: Float64Array;
  /** The covariance of the coefficients: a symmetric matrix. */
  covariance: Float64Array;
};

/**
 * The coefficients by generalized least squares: cars of one model share its effect, so that ten
 * thousand Civics do not outweigh the other sedans. (σ²I + τ²J)⁻¹ is (I − τ² / (σ² + nτ²) J) / σ².
 * The prior counts as a few more rows.
 */
export function solveTerms(
  columns: StockColumns,
  { squares, byModel }: TermSums,
  target: Float64Array,
  variances: Variances,
): Coefficients {
  const { space, models } = columns;
  const size = space.priors.length;
  const precision = squares.slice();
  const right = sumProducts(columns, target);
  const targets = sumByGroup(models, target);
  for (let model = 0; model < targets.length; model += 1) {
    const shared = variances.model / (variances.car + models.counts[model]! * variances.model);
    const sums = byModel.subarray(model * size, (model + 1) * size);
    const known = listNonZero(sums);
    for (const i of known) {
      right[i]! -= shared * sums[i]! * targets[model]!;
      for (const j of known) precision[i * size + j]! -= shared * sums[i]! * sums[j]!;
    }
  }
  for (const [i, { mean, spread }] of space.priors.entries()) {
    const weight = variances.car / spread ** 2;
    precision[i * size + i]! += weight;
    right[i]! += weight * mean;
  }
  const inverse = invert(precision, size);
  return {
    coefficients: multiply(inverse, right),
    covariance: inverse.map((each) => each * variances.car),
  };
}

/** X'y */
function sumProducts(
  { space, count, firstTerm, term, value }: StockColumns,
  target: Float64Array,
): Float64Array {
  const sums = new Float64Array(space.priors.length);
  for (let row = 0; row < count; row += 1)
    for (let at = firstTerm[row]!; at < firstTerm[row + 1]!; at += 1)
      sums[term[at]!]! += value[at]! * target[row]!;
  return sums;
}

function listNonZero(values: Float64Array): number[] {
  const found: number[] = [];
  for (let index = 0; index < values.length; index += 1) if (values[index] !== 0) found.push(index);
  return found;
}

/** The prediction of the terms for each row. */
export function evaluateTerms(
  { count, firstTerm, term, value }: StockColumns,
  coefficients: Float64Array,
): Float64Array {
  const values = new Float64Array(count);
  for (let row = 0; row < count; row += 1)
    for (let at = firstTerm[row]!; at < firstTerm[row + 1]!; at += 1)
      values[row]! += value[at]! * coefficients[term[at]!]!;
  return values;
}
