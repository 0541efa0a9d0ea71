import type { Groups, StockColumns } from "./stock-columns.ts";

/** What makes a median of distances the σ of a normal distribution. */
const MAD_TO_SIGMA = 1.4826;

/** A price this many σ off is a slip or a lure (CAD 1 "to start"), and nobody's neighbour. */
const ODD_SIGMAS = 4;
const LEAST_SIGMA = 0.05;

/**
 * Which rows lie far from their model's middle price. Not far from what the terms say: a rare, dear
 * model lies there as a whole, since few listings are believed little.
 */
export function findOddRows({ models }: StockColumns, residuals: Float64Array): Uint8Array {
  const medians = groupMedians(models, residuals);
  // Measured from the terms: most models have one or two listings, which are their own median.
  const sigma = MAD_TO_SIGMA * median(residuals.map(Math.abs));
  const most = ODD_SIGMAS * Math.max(LEAST_SIGMA, sigma);
  return Uint8Array.from(residuals, (residual, row) =>
    Math.abs(residual - medians[models.of[row]!]!) > most ? 1 : 0,
  );
}

function groupMedians({ of, counts }: Groups, values: Float64Array): Float64Array {
  const ends = new Int32Array(counts.length + 1);
  for (let group = 0; group < counts.length; group += 1)
    ends[group + 1] = ends[group]! + counts[group]!;
  const next = ends.slice();
  const grouped = new Float64Array(of.length);
  for (const [row, group] of of.entries()) {
    grouped[next[group]!] = values[row]!;
    next[group]! += 1;
  }
  return Float64Array.from(counts, (_, group) =>
    median(grouped.subarray(ends[group], ends[group + 1])),
  );
}

/** Sorts what it is given. */
function median(values: Float64Array): number {
  values.sort();
  const middle = values.length >> 1;
  const upper = values[middle] ?? 0;
  return values.length % 2 === 1 ? upper : (upper + (values[middle - 1] ?? upper)) / 2;
}
