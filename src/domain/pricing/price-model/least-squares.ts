/**
 * Least squares by normal equations: X'X is added up and factored once (Cholesky), then solved for
 * as many right sides as a backfit asks. A column that the ones before it explain (all cars of one
 * age) gets the coefficient 0 in place of a division by nothing.
 */
type NormalEquations = {
  /** Adds one row of X. */
  add(row: Float64Array): void;
  /** Columns that say something of their own. */
  rank(): number;
  /** Coefficients for X'y. */
  solve(xy: Float64Array): Float64Array;
};

/** The share of a column's own square that must be left after the columns before it. */
const LEAST_PIVOT = 1e-8;

export function buildNormalEquations(columnCount: number): NormalEquations {
  const gram = new Float64Array(columnCount * columnCount);
  let factored: Float64Array | undefined;
  const factor = () => (factored ??= cholesky(gram, columnCount));
  return {
    add(row) {
      factored = undefined;
      for (let i = 0; i < columnCount; i += 1)
        for (let j = 0; j <= i; j += 1) gram[i * columnCount + j]! += row[i]! * row[j]!;
    },
    rank() {
      const lower = factor();
      let rank = 0;
      for (let i = 0; i < columnCount; i += 1) if (lower[i * columnCount + i]! > 0) rank += 1;
      return rank;
    },
    solve: (xy) => backward(factor(), forward(factor(), xy)),
  };
}

/** L of LL' = A, lower half. A dependent column's pivot and column are 0. */
function cholesky(gram: Float64Array, size: number): Float64Array {
  const lower = new Float64Array(size * size);
  for (let j = 0; j < size; j += 1) {
    const own = gram[j * size + j]!;
    const left = own - dot(lower, j, j, j, size);
    const isDependent = !(left > own * LEAST_PIVOT);
    const pivot = isDependent ? 0 : Math.sqrt(left);
    lower[j * size + j] = pivot;
    for (let i = j + 1; i < size; i += 1)
      lower[i * size + j] = isDependent
        ? 0
        : (gram[i * size + j]! - dot(lower, i, j, j, size)) / pivot;
  }
  return lower;
}

/** Rows `i` and `j` of L multiplied, up to column `end`. */
function dot(lower: Float64Array, i: number, j: number, end: number, size: number): number {
  let sum = 0;
  for (let k = 0; k < end; k += 1) sum += lower[i * size + k]! * lower[j * size + k]!;
  return sum;
}

function forward(lower: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  const solution = new Float64Array(size);
  for (let i = 0; i < size; i += 1) {
    let rest = right[i]!;
    for (let k = 0; k < i; k += 1) rest -= lower[i * size + k]! * solution[k]!;
    solution[i] = over(rest, lower[i * size + i]!);
  }
  return solution;
}

function backward(lower: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  const solution = new Float64Array(size);
  for (let i = size - 1; i >= 0; i -= 1) {
    let rest = right[i]!;
    for (let k = i + 1; k < size; k += 1) rest -= lower[k * size + i]! * solution[k]!;
    solution[i] = over(rest, lower[i * size + i]!);
  }
  return solution;
}

function over(value: number, pivot: number): number {
  return pivot === 0 ? 0 : value / pivot;
}
