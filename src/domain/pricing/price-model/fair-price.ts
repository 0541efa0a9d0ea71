import { PRICE_RATINGS, type PriceRating } from "./price-rating.ts";
import { computeHalfWidth } from "./calibrate.ts";
import { bodyTerm } from "./car-terms.ts";
import type { PriceFit } from "./fit-price-model.ts";
import { predictPrice } from "./predict-price.ts";
import { type CarToPrice, makeKey, type PricedCar } from "./priced-car.ts";

/** How many listings an estimate is based on, without the car's own. */
export type PriceBasis = {
  ofModel: number;
  /** Of the same make, and of the same body type. */
  ofMake: number;
  ofBodyType: number;
  inMarket: number;
};

export type FairPrice = {
  fairCad: number;
  /** Half of the width of the range, in ln(CAD): eight in ten asking prices fall within it. */
  halfWidth: number;
  basis: PriceBasis;
};

/** A range whose ends have a larger ratio says nothing. */
const MOST_RATIO = 4;

/**
 * The asking price to expect for a car; null if the range would be too wide. `own` is the car's own
 * listing if the model includes it: it is left out, so that no price confirms itself.
 */
export function computeFairPrice(
  { model, calibration }: Pick<PriceFit, "model" | "calibration">,
  car: CarToPrice,
  own?: PricedCar,
): FairPrice | null {
  const prediction = predictPrice(model, car, own);
  const halfWidth = computeHalfWidth(calibration, prediction);
  if (!(Math.exp(2 * halfWidth) <= MOST_RATIO)) return null;
  const less = own ? 1 : 0;
  const count = (term: number | undefined) =>
    term === undefined
      ? 0
      : Math.max(0, Math.round((model.usualTerms[term] ?? 0) * model.listingCount) - less);
  return {
    fairCad: Math.exp(prediction.logPrice),
    halfWidth,
    basis: {
      ofModel: prediction.modelCount,
      ofMake: count(model.space.makes.get(makeKey(car))),
      ofBodyType: count(car.bodyType ? bodyTerm(car.bodyType) : undefined),
      inMarket: model.listingCount - less,
    },
  };
}

const ROUNDED_TO_CAD = 100;

/** A range and its three parts of equal ratio, rounded to hundreds. */
export type PriceZones = {
  lowCad: number;
  fairFromCad: number;
  fairCad: number;
  fairToCad: number;
  highCad: number;
};

export function computeZones({ fairCad, halfWidth }: FairPrice): PriceZones {
  const at = (share: number) =>
    Math.max(
      ROUNDED_TO_CAD,
      Math.round((fairCad * Math.exp(share * halfWidth)) / ROUNDED_TO_CAD) * ROUNDED_TO_CAD,
    );
  return {
    lowCad: at(-1),
    fairFromCad: at(-1 / 3),
    fairCad: at(0),
    fairToCad: at(1 / 3),
    highCad: at(1),
  };
}

/** The rating of a price: below the range, in one of its three parts, or above it. */
export function ratePrice(priceCad: number, zones: PriceZones): PriceRating {
  if (priceCad < zones.lowCad) return "great";
  if (priceCad < zones.fairFromCad) return "good";
  if (priceCad <= zones.fairToCad) return "fair";
  return priceCad <= zones.highCad ? "high" : "above_market";
}

/** One other car is too few to rate a price. */
const LEAST_RATED = 2;
/** A price is rated only if the high end is at most this many times the low end. */
const MOST_RATED_RATIO = 1.75;

/** Whether a price may be rated: not if there are hardly any similar cars. */
export function isRatable({ halfWidth, basis }: FairPrice): boolean {
  return basis.ofModel >= LEAST_RATED && Math.exp(2 * halfWidth) <= MOST_RATED_RATIO;
}

const RANKS_A_RATING = 6_000;
const RANKS_A_HALF = 1_000;

/**
 * A number to sort by: first by rating, so that no high price comes before a fair one, then by the
 * distance from the middle of the range. 0 to 29,999.
 */
export function rankDeal(priceCad: number, fair: FairPrice): number {
  const rating = PRICE_RATINGS.indexOf(ratePrice(priceCad, computeZones(fair)));
  const halves = Math.log(priceCad / fair.fairCad) / fair.halfWidth;
  const within = Math.round((halves + 3) * RANKS_A_HALF);
  return rating * RANKS_A_RATING + Math.max(0, Math.min(RANKS_A_RATING - 1, within));
}

/** The rating that belongs to a rank. */
export function findRatingOfRank(rank: number): PriceRating | undefined {
  return PRICE_RATINGS[Math.floor(rank / RANKS_A_RATING)];
}
