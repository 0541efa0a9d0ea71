import { computeAge, varianceOfUnknowns, writeTerms } from "./car-terms.ts";
import { dot, multiply } from "./matrix.ts";
import type { ModelFacts, PriceModel } from "./price-model.ts";
import { type CarToPrice, modelKey, type PricedCar, trimKey, yearKey } from "./priced-car.ts";

/** The predicted ln(price) of a car, its uncertainty, and how many listings it is based on. */
export type Prediction = {
  logPrice: number;
  /** One standard deviation. */
  sigma: number;
  /** Listings of the model, and of its model year. */
  modelCount: number;
  yearCount: number;
  ageDecades: number;
};

/**
 * Predicts the asking price of a car. `own` is its own listing if the model includes it: its
 * influence is removed, so that no price confirms itself.
 */
export function predictPrice(model: PriceModel, car: CarToPrice, own?: PricedCar): Prediction {
  const { variances } = model;
  const facts = withoutOwn(model, model.models.get(modelKey(car)), own);
  const { listingCount } = facts;
  const usual = listingCount > 0 ? facts.meanTerms : model.usualTerms;
  const terms = writeTerms(model.space, car, usual);
  const { coefficients, varianceAlong } = coefficientsWithout(model, own);
  // A mean of n listings counts n / (n + k).
  const weight = listingCount / (listingCount + variances.car / variances.model);
  const effect = weight * (facts.meanLogPrice - dot(facts.meanTerms, coefficients));
  const year = groupEffect(model, "year", car, own);
  const trim = groupEffect(model, "trim", car, own);
  // The effect of errors in the coefficients: smaller, the more the car resembles its model's
  // listings.
  const open = terms.map((term, index) => term - weight * (facts.meanTerms[index] ?? 0));
  const variance =
    variances.car +
    variances.model * (1 - weight) +
    (listingCount > 0
      ? 0
      : varianceOfUnknowns(model.space, car, { coefficients, usual: model.usualTerms })) +
    year.variance +
    trim.variance +
    varianceAlong(open);
  return {
    logPrice: dot(terms, coefficients) + effect + year.effect + trim.effect,
    sigma: Math.sqrt(variance),
    modelCount: listingCount,
    yearCount: year.listingCount,
    ageDecades: computeAge(model.space, car),
  };
}

function withoutOwn(model: PriceModel, facts: ModelFacts | undefined, own?: PricedCar) {
  const none = {
    listingCount: 0,
    meanLogPrice: 0,
    meanTerms: new Float64Array(model.usualTerms.length),
  };
  if (!facts) return none;
  const listingCount = facts.listingCount - (own ? 1 : 0);
  if (listingCount === 0) return none;
  if (!own)
    return {
      listingCount,
      meanLogPrice: facts.sumLogPrice / listingCount,
      meanTerms: facts.sumTerms.map((sum) => sum / listingCount),
    };
  const explained = groupEffect(model, "year", own).effect + groupEffect(model, "trim", own).effect;
  const terms = ownTerms(model, own);
  return {
    listingCount,
    meanLogPrice: (facts.sumLogPrice - (Math.log(own.priceCad) - explained)) / listingCount,
    meanTerms: facts.sumTerms.map((sum, index) => (sum - terms[index]!) / listingCount),
  };
}

const NONE = new Float64Array(0);

/** The terms as in the fit, where unknown facts were 0. */
function ownTerms(model: PriceModel, own: PricedCar): Float64Array {
  return writeTerms(model.space, own, NONE);
}

/** The effect of a car's model year or trim beside that of its model, and its uncertainty. */
export function groupEffect(
  model: PriceModel,
  kind: "year" | "trim",
  car: CarToPrice,
  own?: PricedCar,
): { effect: number; variance: number; listingCount: number } {
  const between = model.variances[kind];
  const keyOf = kind === "year" ? yearKey : trimKey;
  const facts = (kind === "year" ? model.years : model.trims).get(keyOf(car));
  if (!facts) return { effect: 0, variance: between, listingCount: 0 };
  const isOwn = own !== undefined && keyOf(own) === keyOf(car);
  const listingCount = facts.listingCount - (isOwn ? 1 : 0);
  const sum = facts.sumResiduals - (isOwn ? ownResidual(model, own, kind) : 0);
  const counted = listingCount + model.variances.car / between;
  return {
    effect: sum / counted,
    variance: model.variances.car / counted,
    listingCount,
  };
}

/** The residual of a listing's own price when the group's effect was fitted. */
function ownResidual(model: PriceModel, own: PricedCar, kind: "year" | "trim"): number {
  const facts = model.models.get(modelKey(own));
  if (!facts) return 0;
  const shrinkBy = model.variances.car / model.variances.model;
  const effect =
    (facts.sumLogPrice - dot(facts.sumTerms, model.coefficients)) / (facts.listingCount + shrinkBy);
  const other = groupEffect(model, kind === "year" ? "trim" : "year", own).effect;
  return Math.log(own.priceCad) - dot(ownTerms(model, own), model.coefficients) - effect - other;
}

/** The coefficients without one listing (leave-one-out least squares). */
function coefficientsWithout(model: PriceModel, own?: PricedCar) {
  const { coefficients, covariance, variances } = model;
  const varianceOf = (along: Float64Array) => dot(along, multiply(covariance, along));
  const facts = own && model.models.get(modelKey(own));
  if (!own || !facts) return { coefficients, varianceAlong: varianceOf };
  const { listingCount, sumTerms, sumLogPrice } = facts;
  // Its leverage is only the part that it does not share with its model.
  const shared =
    (1 - Math.sqrt(variances.car / (variances.car + listingCount * variances.model))) /
    listingCount;
  const row = ownTerms(model, own).map((term, index) => term - shared * sumTerms[index]!);
  const explained = groupEffect(model, "year", own).effect + groupEffect(model, "trim", own).effect;
  const target = Math.log(own.priceCad) - explained - shared * sumLogPrice;
  const towards = multiply(covariance, row);
  const leverage = dot(row, towards) / variances.car;
  const left = Math.max(0.05, 1 - leverage) * variances.car;
  const residual = target - dot(row, coefficients);
  return {
    coefficients: coefficients.map((each, index) => each - (towards[index]! * residual) / left),
    varianceAlong: (along: Float64Array) => varianceOf(along) + dot(along, towards) ** 2 / left,
  };
}
