import { foldText } from "#values/text-fold.ts";

/** What an estimate looks at. */
export type CarToPrice = { make: string; model: string; year: number; odometerKm: number };

/** A listing with the price that its seller asks, or last asked. */
export type PricedCar = CarToPrice & { priceCad: number };

// Beyond these a number is a slip of the keyboard or no car for the road.
const PRICE_CAD = [500, 1_000_000] as const;
const ODOMETER_KM = [0, 1_000_000] as const;
const FIRST_YEAR = 1925;

/** Whether a listing can teach anything. NaN is within nothing. */
export function isTelling(car: PricedCar, thisYear: number): boolean {
  return (
    isWithin(car.priceCad, PRICE_CAD) &&
    isWithin(car.odometerKm, ODOMETER_KM) &&
    // The next model year is sold from the autumn on.
    isWithin(car.year, [FIRST_YEAR, thisYear + 1])
  );
}

function isWithin(value: number, [least, most]: readonly [number, number]): boolean {
  return value >= least && value <= most;
}

/** The same for "F-150" and "f 150": people type, catalogues write. */
export function makeKey({ make }: Pick<CarToPrice, "make">): string {
  return foldText(make);
}

/** A model is one of its make: a Chrysler Grand Caravan is no Dodge. */
export function modelKey({ make, model }: Pick<CarToPrice, "make" | "model">): string {
  return `${foldText(make)}/${foldText(model)}`;
}
