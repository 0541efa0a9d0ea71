import { invert, multiply } from "./matrix.ts";
import { type Prediction, predictPrice } from "./predict-price.ts";
import type { PriceModel } from "./price-model.ts";
import type { PricedCar } from "./priced-car.ts";

/** The share of asking prices that a range should contain. */
export const RANGE_COVERAGE = 0.8;

/**
 * How wide a range must be. Each listing is priced without its own price. Its error, in σ, grows
 * with age (the condition of old cars differs) and with few cars of the model. The quantile makes
 * eight in ten prices fall within the range (split conformal prediction with leave-one-out).
 */
export type Calibration = {
  /** Coefficients of 1, age and scarcity: the error in σ, relative to the mean. */
  spread: Float64Array;
  quantile: number;
};

/** Half of the width of a range, in ln(CAD). */
export function computeHalfWidth(
  { spread, quantile }: Calibration,
  prediction: Prediction,
): number {
  return quantile * relativeSpread(spread, prediction) * prediction.sigma;
}

/** More samples would not improve the result. */
const MAX_SAMPLES = 4_000;
const SAMPLES_A_STEP = 50;

export function* calibrateInSteps(
  model: PriceModel,
  listings: readonly { car: PricedCar; isUsed: boolean }[],
): Generator<void, Calibration> {
  const every = Math.max(1, Math.ceil(listings.length / MAX_SAMPLES));
  const samples: { prediction: Prediction; error: number }[] = [];
  for (let index = 0; index < listings.length; index += every) {
    const { car, isUsed } = listings[index]!;
    const prediction = predictPrice(model, car, isUsed ? car : undefined);
    const error = Math.abs(Math.log(car.priceCad) - prediction.logPrice) / prediction.sigma;
    samples.push({ prediction, error });
    if (samples.length % SAMPLES_A_STEP === 0) yield;
  }
  const spread = fitSpread(samples);
  const scores = samples.map(({ prediction, error }) => error / relativeSpread(spread, prediction));
  return { spread, quantile: findQuantile(scores) };
}

const LEAST_SPREAD = 0.5;
const MOST_SPREAD = 3;

function relativeSpread(spread: Float64Array, prediction: Prediction): number {
  const [one, age, thin] = spreadFeatures(prediction);
  const value = spread[0]! * one + spread[1]! * age + spread[2]! * thin;
  return Math.min(MOST_SPREAD, Math.max(LEAST_SPREAD, value));
}

function spreadFeatures({ ageDecades, modelCount }: Prediction): readonly [number, number, number] {
  return [1, ageDecades, 1 / (1 + modelCount)];
}

/** The prior counts as this many listings for which neither age nor count makes a difference. */
const PRIOR_LISTINGS = 20;

/** Least squares of the errors, relative to their mean; no coefficient may be negative. */
function fitSpread(samples: readonly { prediction: Prediction; error: number }[]): Float64Array {
  const mean = samples.reduce((sum, { error }) => sum + error, 0) / samples.length || 1;
  // The prior: 1 everywhere.
  const squares = Float64Array.from([PRIOR_LISTINGS, 0, 0, 0, 2, 0, 0, 0, 2]);
  const right = Float64Array.from([PRIOR_LISTINGS, 0, 0]);
  for (const { prediction, error } of samples) {
    const row = spreadFeatures(prediction);
    for (let i = 0; i < 3; i += 1) {
      right[i]! += (row[i]! * error) / mean;
      for (let j = 0; j < 3; j += 1) squares[i * 3 + j]! += row[i]! * row[j]!;
    }
  }
  return multiply(invert(squares, 3), right).map((each) => Math.max(0, each));
}

/** 80 % of a normal distribution lies within this many σ. */
const NORMAL_QUANTILE = 1.2816;
/** With fewer prices the quantile is mixed with that of the normal distribution. */
const PRIOR_SCORES = 10;

/** @param scores the error of each price, in σ scaled by `fitSpread` */
function findQuantile(scores: number[]): number {
  const ordered = scores.toSorted((a, b) => a - b);
  // The finite-sample correction of conformal prediction: n + 1.
  const position = Math.ceil((ordered.length + 1) * RANGE_COVERAGE) - 1;
  const found = ordered[Math.min(position, ordered.length - 1)] ?? NORMAL_QUANTILE;
  return (
    (found * ordered.length + NORMAL_QUANTILE * PRIOR_SCORES) / (ordered.length + PRIOR_SCORES)
  );
}
