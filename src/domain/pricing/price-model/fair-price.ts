import { PRICE_RATINGS, type PriceRating } from "./price-rating.ts";
import { computeHalfWidth } from "./calibrate.ts";
import { bodyTerm } from "./car-terms.ts";
import type { PriceFit } from "./fit-price-model.ts";
import { predictPrice } from "./predict-price.ts";
import { type CarToPrice, makeKey, type PricedCar } from "./priced-car.ts";

/** How many listings an estimate rests on, the car's own left out. */
export type PriceBasis = {
  ofModel: number;
  /** Of the same make, and of the same body type. */
  ofMake: number;
  ofBodyType: number;
  inMarket: number;
};

export type FairPrice = {
  fairCad: number;
  /** Half of the range in ln(CAD): eight in ten asking prices lie within. */
  halfWidth: number;
  basis: PriceBasis;
};

/** Ends of a range that lie further apart than this say nothing. */
const MOST_RATIO = 4;

/**
 * What listings ask for a car; null where the range would be too wide to say anything. `own` is the
 * car's own listing, if the model rests on it: nobody's price speaks for itself.
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

/** A range and its three parts of equal ratio, in whole hundreds, as people speak of cars. */
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

/** Where a price stands in the range as it is drawn: below it, in one of its thirds, or above. */
export function ratePrice(priceCad: number, zones: PriceZones): PriceRating {
  if (priceCad < zones.lowCad) return "great";
  if (priceCad < zones.fairFromCad) return "good";
  if (priceCad <= zones.fairToCad) return "fair";
  return priceCad <= zones.highCad ? "high" : "above_market";
}

/** One other car is no market. */
const LEAST_RATED = 2;
/** A price is rated where the high end lies at most three quarters above the low one. */
const MOST_RATED_RATIO = 1.75;

/** Whether a price can be called good or high: not of a car that hardly any other is like. */
export function isRatable({ halfWidth, basis }: FairPrice): boolean {
  return basis.ofModel >= LEAST_RATED && Math.exp(2 * halfWidth) <= MOST_RATED_RATIO;
}

const RANKS_A_RATING = 6_000;
const RANKS_A_HALF = 1_000;

/**
 * The place in the order of deals: first by the rating, so that no high price stands above a fair
 * one, within it by how far the price lies from the middle of its range. 0 to 29,999.
 */
export function rankDeal(priceCad: number, fair: FairPrice): number {
  const rating = PRICE_RATINGS.indexOf(ratePrice(priceCad, computeZones(fair)));
  const halves = Math.log(priceCad / fair.fairCad) / fair.halfWidth;
  const within = Math.round((halves + 3) * RANKS_A_HALF);
  return rating * RANKS_A_RATING + Math.max(0, Math.min(RANKS_A_RATING - 1, within));
}

/** The rating that a rank was given for. */
export function findRatingOfRank(rank: number): PriceRating | undefined {
  return PRICE_RATINGS[Math.floor(rank / RANKS_A_RATING)];
}
