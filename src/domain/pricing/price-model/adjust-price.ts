import { writeTerms } from "./car-terms.ts";
import { dot } from "./matrix.ts";
import { groupEffect, predictPrice } from "./predict-price.ts";
import type { PriceModel } from "./price-model.ts";
import { type CarToPrice, modelKey } from "./priced-car.ts";

/** In what two cars differ, in the order in which a price is adjusted. */
export const DIFFERENCES = ["model", "year", "odometer", "trim"] as const;
export type Difference = (typeof DIFFERENCES)[number];

/** What each difference is worth, in CAD; what makes none is left out. */
export type Adjustment = { difference: Difference; amountCad: number };

export type AdjustedPrice = { adjustedCad: number; adjustments: Adjustment[] };

const ROUNDED_TO_CAD = 100;

/**
 * What a listing would ask, were it the other car: of its year, odometer, trim, and of its model where
 * that differs. In whole hundreds, so that the parts add up to the whole.
 */
export function adjustPrice(
  model: PriceModel,
  listing: CarToPrice & { priceCad: number },
  car: CarToPrice,
): AdjustedPrice {
  const adjustments: Adjustment[] = [];
  let logPrice = Math.log(listing.priceCad);
  let reachedCad = listing.priceCad;
  for (const difference of DIFFERENCES) {
    const change = measureDifference(model, difference, listing, car);
    if (change === 0) continue;
    logPrice += change;
    const nextCad = Math.round(Math.exp(logPrice) / ROUNDED_TO_CAD) * ROUNDED_TO_CAD;
    const amountCad = nextCad - reachedCad;
    if (amountCad === 0) continue;
    adjustments.push({ difference, amountCad });
    reachedCad = nextCad;
  }
  return { adjustedCad: reachedCad, adjustments };
}

/** By how much ln(price) changes; year and odometer each with the other as it then is. */
function measureDifference(
  model: PriceModel,
  difference: Difference,
  from: CarToPrice,
  to: CarToPrice,
): number {
  const withYear = { ...from, year: to.year };
  const withOdometer = { ...withYear, odometerKm: to.odometerKm };
  switch (difference) {
    case "year":
      return (
        ofTerms(model, withYear) -
        ofTerms(model, from) +
        (isOneModel(from, to)
          ? groupEffect(model, "year", withYear).effect - groupEffect(model, "year", from).effect
          : 0)
      );
    case "odometer":
      return ofTerms(model, withOdometer) - ofTerms(model, withYear);
    case "trim":
      // Body and fuel too: a hybrid is another version of its model.
      return isOneModel(from, to)
        ? ofTerms(model, { ...withOdometer, ...withVersionOf(from, to) }) -
            ofTerms(model, withOdometer) +
            groupEffect(model, "trim", { ...withOdometer, trim: to.trim ?? from.trim }).effect -
            groupEffect(model, "trim", withOdometer).effect
        : 0;
    case "model": {
      if (isOneModel(from, to)) return 0;
      // All that year and odometer do not explain.
      const totalChange = predictPrice(model, to).logPrice - predictPrice(model, from).logPrice;
      return totalChange - (ofTerms(model, withOdometer) - ofTerms(model, from));
    }
  }
}

/** What is not known of a car is taken to be as in the other. */
function withVersionOf(from: CarToPrice, to: CarToPrice) {
  return {
    trim: to.trim ?? from.trim,
    bodyType: to.bodyType ?? from.bodyType,
    fuel: to.fuel ?? from.fuel,
  };
}

function isOneModel(a: CarToPrice, b: CarToPrice): boolean {
  return modelKey(a) === modelKey(b);
}

function ofTerms(model: PriceModel, car: CarToPrice): number {
  return dot(writeTerms(model.space, car, model.usualTerms), model.coefficients);
}
