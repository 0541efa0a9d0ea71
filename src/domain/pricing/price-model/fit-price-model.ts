import { type Calibration, calibrateInSteps } from "./calibrate.ts";
import type { PriceModel } from "./price-model.ts";
import type { PricedCar } from "./priced-car.ts";
import { solveTerms, sumTerms, evaluateTerms } from "./shared-terms.ts";
import { buildStockColumns, type Groups, type StockColumns, sumByGroup } from "./stock-columns.ts";
import { estimateVariances, STARTING_VARIANCES } from "./variances.ts";

export type PriceFit = {
  model: PriceModel;
  calibration: Calibration;
  /** Positions of the given listings that the model rests on: all but the unreadable and the odd. */
  used: Int32Array;
};

/** Fits at one go. @returns null where no listing can be read */
export function fitPriceModel(listings: readonly PricedCar[], thisYear: number): PriceFit | null {
  const steps = fitInSteps(listings, thisYear);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * ln(price) = terms · coefficients + model + model year + trim + what only this car has.
 *
 * The terms are what all cars share: curves of age and odometer, body, power, kind of trim, make.
 * The other parts are differences that are the less believed, the fewer listings they rest on: a
 * mean of n listings counts n / (n + k), k being the variance between cars over the variance between
 * groups (a mixed model, by empirical Bayes). A model that nobody lists is what its terms say.
 *
 * It pauses every few milliseconds. Two rounds: the second leaves out what the first finds odd.
 */
export function* fitInSteps(
  listings: readonly PricedCar[],
  thisYear: number,
): Generator<void, PriceFit | null> {
  const all = yield* buildStockColumns(listings, thisYear);
  if (all.count === 0) return null;
  const first = yield* fitColumns(all);
  const isOutlier = findOutlierRows(all, first.residuals);
  yield;
  const used = all.listing.filter((_, row) => !isOutlier[row]);
  let { model } = first;
  if (used.length < all.count) {
    const retained = yield* buildStockColumns(listings, thisYear, used);
    model = (yield* fitColumns(retained)).model;
  }
  // Also by the odd ones: somebody asks those prices.
  const readable = Array.from(all.listing, (index, row) => ({
    car: listings[index]!,
    isUsed: !isOutlier[row],
  }));
  return { model, used, calibration: yield* calibrateInSteps(model, readable) };
}

/** Variances and coefficients rest on each other: a few rounds of each in turn. */
const ROUNDS = 4;
/** The parts take turns too (backfitting). */
const PASSES = 3;

function* fitColumns(
  columns: StockColumns,
): Generator<void, { model: PriceModel; residuals: Float64Array }> {
  const { space, count, logPrice, models, years, trims } = columns;
  const sums = sumTerms(columns);
  yield;
  const [ofModel, ofYear, ofTrim] = [
    createGroupEffect(models),
    createGroupEffect(years),
    createGroupEffect(trims),
  ];
  let variances = STARTING_VARIANCES;
  let solved = solveTerms(columns, sums, logPrice, variances);
  let residuals = subtract(logPrice, evaluateTerms(columns, solved.coefficients));
  yield;
  for (let round = 0; round < ROUNDS; round += 1) {
    variances = estimateVariances(columns, residuals);
    const { car } = variances;
    for (let pass = 0; pass < PASSES; pass += 1) {
      ofModel.fit(residuals, [ofYear, ofTrim], car / variances.model);
      ofYear.fit(residuals, [ofModel, ofTrim], car / variances.year);
      ofTrim.fit(residuals, [ofModel, ofYear], car / variances.trim);
    }
    yield;
    if (round === ROUNDS - 1) break;
    const target = subtract(logPrice, ofYear.values, ofTrim.values);
    solved = solveTerms(columns, sums, target, variances);
    residuals = subtract(logPrice, evaluateTerms(columns, solved.coefficients));
    yield;
  }
  const size = space.priors.length;
  const sumLogPrices = sumByGroup(models, subtract(logPrice, ofYear.values, ofTrim.values));
  const modelFacts = models.keys.map((key, model) => {
    const sumLogPrice = sumLogPrices[model]!;
    const ofRows = sums.byModel.slice(model * size, (model + 1) * size);
    return [key, { listingCount: models.counts[model]!, sumLogPrice, sumTerms: ofRows }] as const;
  });
  return {
    residuals,
    model: {
      ...solved,
      space,
      variances,
      listingCount: count,
      usualTerms: meanRow(sums.byModel, size, count),
      models: new Map(modelFacts),
      years: ofYear.describe(),
      trims: ofTrim.describe(),
    },
  };
}

/** The differences of one kind of groups, by row. */
function createGroupEffect(groups: Groups) {
  const { of, keys, counts } = groups;
  const values = new Float64Array(of.length);
  const sums = new Float64Array(keys.length);
  return {
    values,
    /** Takes what the other parts leave, shrunk: sum / (n + k). */
    fit(residuals: Float64Array, [a, b]: readonly { values: Float64Array }[], shrinkBy: number) {
      sums.set(sumByGroup(groups, subtract(residuals, a!.values, b!.values)));
      for (let row = 0; row < values.length; row += 1)
        values[row] = sums[of[row]!]! / (counts[of[row]!]! + shrinkBy);
    },
    describe: () =>
      new Map(
        keys.map((key, group) => [
          key,
          { listingCount: counts[group]!, sumResiduals: sums[group]! },
        ]),
      ),
  };
}

function subtract(from: Float64Array, ...others: readonly Float64Array[]): Float64Array {
  const difference = from.slice();
  for (const other of others)
    for (let row = 0; row < difference.length; row += 1) difference[row]! -= other[row]!;
  return difference;
}

function meanRow(sumsByModel: Float64Array, size: number, count: number): Float64Array {
  const mean = new Float64Array(size);
  for (let at = 0; at < sumsByModel.length; at += 1) mean[at % size]! += sumsByModel[at]! / count;
  return mean;
}

/** What makes a median of distances the σ of a normal distribution. */
const MAD_TO_SIGMA = 1.4826;

/** A price this many σ off is a slip or a lure (CAD 1 "to start"), and nobody's neighbour. */
const OUTLIER_SIGMAS = 4;
const LEAST_SIGMA = 0.05;

/**
 * Which rows lie far from their model's middle price. Not far from what the terms say: a rare, dear
 * model lies there as a whole, since few listings are believed little.
 */
function findOutlierRows({ models }: StockColumns, residuals: Float64Array): Uint8Array {
  const medians = groupMedians(models, residuals);
  // Measured from the terms: most models have one or two listings, which are their own median.
  const sigma = MAD_TO_SIGMA * median(residuals.map(Math.abs));
  const most = OUTLIER_SIGMAS * Math.max(LEAST_SIGMA, sigma);
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
