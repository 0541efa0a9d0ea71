import type { ListingColumns } from "./listing-columns.ts";

/** What makes a median of distances the σ of a normal distribution. */
const MAD_TO_SIGMA = 1.4826;

/** A price this many σ off is a slip or a lure (CAD 1 "to start"), and nobody's neighbour. */
const ODD_SIGMAS = 4;

/**
 * Which rows lie far from their model's middle price. Not far from the fit: a rare, dear model lies
 * there as a whole, since few listings are believed little.
 */
export function oddRows(
  { count, model, modelKeys }: ListingColumns,
  residuals: Float64Array,
  leastSigma: number,
): Uint8Array {
  const medians = mediansOf(model.subarray(0, count), residuals, modelKeys.length);
  // Measured from the fit: most models have one listing or two, which lie on their own median.
  const sigma = MAD_TO_SIGMA * median(residuals.map(Math.abs));
  const most = ODD_SIGMAS * Math.max(leastSigma, sigma);
  return Uint8Array.from(residuals, (residual, row) =>
    Math.abs(residual - medians[model[row]!]!) > most ? 1 : 0,
  );
}

function mediansOf(groups: Int32Array, values: Float64Array, groupCount: number): Float64Array {
  const ends = new Int32Array(groupCount + 1);
  for (const group of groups) ends[group + 1]! += 1;
  for (let group = 0; group < groupCount; group += 1) ends[group + 1]! += ends[group]!;
  const next = ends.slice();
  const grouped = new Float64Array(groups.length);
  for (const [row, group] of groups.entries()) {
    grouped[next[group]!] = values[row]!;
    next[group]! += 1;
  }
  return Float64Array.from({ length: groupCount }, (_, group) =>
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
