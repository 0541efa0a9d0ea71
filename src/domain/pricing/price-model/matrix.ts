/** Symmetric matrices, row by row in one array. */

/** The inverse of a positive definite matrix, by Cholesky's LL'. */
export function invert(matrix: Float64Array, size: number): Float64Array {
  const lower = factor(matrix, size);
  const inverse = new Float64Array(size * size);
  const column = new Float64Array(size);
  for (let j = 0; j < size; j += 1) {
    column.fill(0);
    column[j] = 1;
    for (let i = j; i < size; i += 1) {
      let rest = column[i]!;
      for (let k = j; k < i; k += 1) rest -= lower[i * size + k]! * column[k]!;
      column[i] = rest / lower[i * size + i]!;
    }
    for (let i = size - 1; i >= 0; i -= 1) {
      let rest = column[i]!;
      for (let k = i + 1; k < size; k += 1) rest -= lower[k * size + i]! * column[k]!;
      column[i] = rest / lower[i * size + i]!;
    }
    for (let i = 0; i < size; i += 1) inverse[i * size + j] = column[i]!;
  }
  return inverse;
}

function factor(matrix: Float64Array, size: number): Float64Array {
  const lower = new Float64Array(size * size);
  for (let j = 0; j < size; j += 1) {
    for (let i = j; i < size; i += 1) {
      let rest = matrix[i * size + j]!;
      for (let k = 0; k < j; k += 1) rest -= lower[i * size + k]! * lower[j * size + k]!;
      lower[i * size + j] = i === j ? Math.sqrt(rest) : rest / lower[j * size + j]!;
    }
  }
  return lower;
}

/** Matrix times vector. */
export function multiply(matrix: Float64Array, vector: ArrayLike<number>): Float64Array {
  const size = vector.length;
  const product = new Float64Array(size);
  for (let i = 0; i < size; i += 1) {
    let sum = 0;
    for (let j = 0; j < size; j += 1) sum += matrix[i * size + j]! * vector[j]!;
    product[i] = sum;
  }
  return product;
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += a[i]! * b[i]!;
  return sum;
}
