import { type Backfit, backfit, SHRINK_LISTINGS } from "./backfit.ts";
import { keepRows, buildListingColumns, type ListingColumns } from "./listing-columns.ts";
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

type PriceFit = {
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
  const all = buildListingColumns(listings, thisYear);
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
      sigma: Math.max(LEAST_SIGMA, estimateSigma(fit)),
    },
  };
}

/** An effect believed by n / (n + 3) uses up as much of one degree of freedom. */
function estimateSigma({ residuals, rank, modelCounts }: Backfit): number {
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
    age: createExtremes(),
    km: createExtremes(),
  }));
  for (let row = 0; row < columns.count; row += 1) {
    const each = facts[columns.model[row]!]!;
    widen(each.age, columns.age[row]!);
    widen(each.km, columns.km[row]!);
  }
  return new Map(columns.modelKeys.map((key, model) => [key, facts[model]!]));
}

/** What makes a median of distances the σ of a normal distribution. */
const MAD_TO_SIGMA = 1.4826;

/** A price this many σ off is a slip or a lure (CAD 1 "to start"), and nobody's neighbour. */
const ODD_SIGMAS = 4;

/**
 * Which rows lie far from their model's middle price. Not far from the fit: a rare, dear model lies
 * there as a whole, since few listings are believed little.
 */
function oddRows(
  { count, model, modelKeys }: ListingColumns,
  residuals: Float64Array,
  leastSigma: number,
): Uint8Array {
  const medians = groupMedians(model.subarray(0, count), residuals, modelKeys.length);
  // Measured from the fit: most models have one or two listings, which are their own median.
  const sigma = MAD_TO_SIGMA * median(residuals.map(Math.abs));
  const most = ODD_SIGMAS * Math.max(leastSigma, sigma);
  return Uint8Array.from(residuals, (residual, row) =>
    Math.abs(residual - medians[model[row]!]!) > most ? 1 : 0,
  );
}

function groupMedians(groups: Int32Array, values: Float64Array, groupCount: number): Float64Array {
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

/** The two least and the two greatest of some numbers: what is left when one of them is left out. */
type Extremes = { least: number; nextLeast: number; nextMost: number; most: number };

export function createExtremes(): Extremes {
  return { least: Infinity, nextLeast: Infinity, nextMost: -Infinity, most: -Infinity };
}

export function widen(extremes: Extremes, value: number): void {
  extremes.nextLeast = Math.max(extremes.least, Math.min(extremes.nextLeast, value));
  extremes.least = Math.min(extremes.least, value);
  extremes.nextMost = Math.min(extremes.most, Math.max(extremes.nextMost, value));
  extremes.most = Math.max(extremes.most, value);
}

/** Whether a value lies within `slack` of the others; `without` is the number left out, if any. */
export function isNear(
  extremes: Extremes,
  value: number,
  { slack, without }: { slack: number; without: number | undefined },
): boolean {
  const least = without === extremes.least ? extremes.nextLeast : extremes.least;
  const most = without === extremes.most ? extremes.nextMost : extremes.most;
  return value >= least - slack && value <= most + slack;
}
