import { type Calibration, calibrateInSteps } from "./calibrate.ts";
import type { PriceModel } from "./price-model.ts";
import type { PricedCar } from "./priced-car.ts";
import { solveTerms, sumTerms, evaluateTerms } from "./shared-terms.ts";
import { buildStockColumns, type Groups, type StockColumns, sumByGroup } from "./stock-columns.ts";
import { estimateVariances, STARTING_VARIANCES } from "./variances.ts";

export type PriceFit = {
  model: PriceModel;
  calibration: Calibration;
  /** Indexes of the listings that the model was fitted to: all but unusable ones and outliers. */
  used: Int32Array;
};

/** Fits without pausing. @returns null if no listing is usable */
export function fitPriceModel(listings: readonly PricedCar[], thisYear: number): PriceFit | null {
  const steps = fitInSteps(listings, thisYear);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * ln(price) = terms · coefficients + model + model year + trim + residual of the car.
 *
 * The terms are shared by all cars: curves of age and odometer, body, fuel, kind of trim, make. The
 * other parts are effects of groups, shrunk towards 0 when a group has few listings: a mean of n
 * listings is multiplied by n / (n + k), where k is the variance between cars divided by the
 * variance between groups (a mixed model, by empirical Bayes). A model without listings is
 * predicted by its terms alone.
 *
 * Pauses every few milliseconds. There are two rounds: the second leaves out the outliers of the
 * first.
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
  // Outliers are included here: they are real asking prices.
  const readable = Array.from(all.listing, (index, row) => ({
    car: listings[index]!,
    isUsed: !isOutlier[row],
  }));
  return { model, used, calibration: yield* calibrateInSteps(model, readable) };
}

/** Variances and coefficients depend on each other, so both are computed a few times in turn. */
const ROUNDS = 4;
/** The group effects are fitted in turn as well (backfitting). */
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

/** The effects of one kind of group, for each row. */
function createGroupEffect(groups: Groups) {
  const { of, keys, counts } = groups;
  const values = new Float64Array(of.length);
  const sums = new Float64Array(keys.length);
  return {
    values,
    /** Fits the residuals of the other effects, shrunk: sum / (n + k). */
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

/** Converts a median absolute deviation to the σ of a normal distribution. */
const MAD_TO_SIGMA = 1.4826;

/**
 * A price this many σ away is a typing error or a bait price (CAD 1), and says nothing of other
 * cars.
 */
const OUTLIER_SIGMAS = 4;
const LEAST_SIGMA = 0.05;

/**
 * Finds rows far from their model's median price. Not from the prediction of the terms: all cars of
 * a rare, expensive model are far from that, because few listings are shrunk strongly.
 */
function findOutlierRows({ models }: StockColumns, residuals: Float64Array): Uint8Array {
  const medians = groupMedians(models, residuals);
  // σ is measured from the prediction of the terms: most models have one or two listings, which are
  // their own median.
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

/** Sorts its argument in place. */
function median(values: Float64Array): number {
  values.sort();
  const middle = values.length >> 1;
  const upper = values[middle] ?? 0;
  return values.length % 2 === 1 ? upper : (upper + (values[middle - 1] ?? upper)) / 2;
}
