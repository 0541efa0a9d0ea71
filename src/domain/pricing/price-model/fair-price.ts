import { SHRINK_LISTINGS } from "./backfit.ts";
import { isNear, type ModelFacts, type PriceModel } from "./fit-price-model.ts";
import {
  type CarToPrice,
  makeKey,
  modelKey,
  type PricedCar,
  scaled,
  sumOfTerms,
} from "./priced-car.ts";

/** Nothing is said of a model with fewer listings than this. */
export const LEAST_LISTINGS_OF_MODEL = 8;

// How far beyond the listings of its model a car may lie: a curve says nothing past its points.
const MOST_YEARS_BEYOND = 3;
const MOST_KM_BEYOND = 50_000;

export type FairPrice =
  | { ok: true; fairCad: number; sigma: number; listingCount: number }
  /** Too few listings of the model, or none of about this age and odometer. */
  | { ok: false; listingCount: number };

/**
 * What listings of its kind ask for a car. `without` is the car's own listing, if the model rests on
 * it too: nobody's price speaks for itself.
 */
export function computeFairPrice(
  model: PriceModel,
  car: CarToPrice,
  without?: PricedCar,
): FairPrice {
  const facts = model.models.get(modelKey(car));
  if (!facts) return { ok: false, listingCount: 0 };
  const listingCount = facts.listingCount - (without ? 1 : 0);
  const at = (each: CarToPrice) => scaled(each, model.thisYear);
  const isKnown = isWithinReach(facts, at(car), without && at(without));
  if (listingCount < LEAST_LISTINGS_OF_MODEL || !isKnown) return { ok: false, listingCount };
  const common = (each: CarToPrice) =>
    sumOfTerms(model.coefficients, at(each)) + (model.makes.get(makeKey(each)) ?? 0);
  // The effect is the sum of what is left of each listing, over their count + 3.
  const shares = facts.listingCount + SHRINK_LISTINGS;
  const own = without ? Math.log(without.priceCad) - common(without) : 0;
  const effect = (facts.effect * shares - own) / (shares - (without ? 1 : 0));
  const fairCad = Math.exp(common(car) + effect);
  return { ok: true, fairCad, sigma: model.sigma, listingCount };
}

function isWithinReach(
  facts: ModelFacts,
  at: ReturnType<typeof scaled>,
  without: ReturnType<typeof scaled> | undefined,
): boolean {
  return (
    isNear(facts.age, at.age, { slack: MOST_YEARS_BEYOND / 10, without: without?.age }) &&
    isNear(facts.km, at.km, { slack: MOST_KM_BEYOND / 100_000, without: without?.km })
  );
}

const ROUNDED_TO_CAD = 100;

/**
 * From one σ below to one above: where about two of three asking prices lie, and just where "great"
 * ends and "above market" begins (`ratePrice`). In whole hundreds, as people speak of cars.
 */
export function priceRange({ fairCad, sigma }: { fairCad: number; sigma: number }) {
  const rounded = (amountCad: number) =>
    Math.max(ROUNDED_TO_CAD, Math.round(amountCad / ROUNDED_TO_CAD) * ROUNDED_TO_CAD);
  return {
    lowCad: rounded(fairCad * Math.exp(-sigma)),
    fairCad: rounded(fairCad),
    highCad: rounded(fairCad * Math.exp(sigma)),
  };
}

export const PRICE_RATINGS = ["great", "good", "fair", "high", "above_market"] as const;
export type PriceRating = (typeof PRICE_RATINGS)[number];

/** Up to which z = ln(price / fair) / σ each rating goes. */
const UP_TO: readonly (readonly [mostZ: number, PriceRating])[] = [
  [-1, "great"],
  [-0.4, "good"],
  [0.4, "fair"],
  [1, "high"],
];

/** How an asking price stands to the fair one. */
export function ratePrice(priceCad: number, fair: Fair): PriceRating {
  const z = priceDistance(priceCad, fair);
  return UP_TO.find(([mostZ]) => z <= mostZ)?.[1] ?? "above_market";
}

type Fair = { fairCad: number; sigma: number };

/** How many σ of ln(price) an asking price lies above the fair one; below it, negative. */
export function priceDistance(priceCad: number, { fairCad, sigma }: Fair): number {
  return Math.log(priceCad / fairCad) / sigma;
}
