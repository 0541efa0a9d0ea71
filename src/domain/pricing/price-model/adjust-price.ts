import { writeTerms } from "./car-terms.ts";
import { dot } from "./matrix.ts";
import { groupEffect, predictPrice } from "./predict-price.ts";
import type { PriceModel } from "./price-model.ts";
import { type CarToPrice, modelKey } from "./priced-car.ts";

/** The differences between two cars, in the order in which a price is adjusted. */
export const DIFFERENCES = ["model", "year", "odometer", "trim"] as const;
export type Difference = (typeof DIFFERENCES)[number];

/** The value of each difference, in CAD; differences of no value are left out. */
export type Adjustment = { difference: Difference; amountCad: number };

export type AdjustedPrice = { adjustedCad: number; adjustments: Adjustment[] };

const ROUNDED_TO_CAD = 100;

/**
 * The price that a listing would have with the other car's year, odometer, trim and (if it differs)
 * model. Each amount is rounded to hundreds, so that the parts add up to the total.
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

/**
 * The change of ln(price). For year and odometer, each is measured with the other as it is after
 * the step before.
 */
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
      // Includes body and fuel: a hybrid is another version of its model.
      return isOneModel(from, to)
        ? ofTerms(model, { ...withOdometer, ...withVersionOf(from, to) }) -
            ofTerms(model, withOdometer) +
            groupEffect(model, "trim", { ...withOdometer, trim: to.trim ?? from.trim }).effect -
            groupEffect(model, "trim", withOdometer).effect
        : 0;
    case "model": {
      if (isOneModel(from, to)) return 0;
      // Everything that year and odometer do not explain.
      const totalChange = predictPrice(model, to).logPrice - predictPrice(model, from).logPrice;
      return totalChange - (ofTerms(model, withOdometer) - ofTerms(model, from));
    }
  }
}

/** Unknown facts of one car are taken from the other. */
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
