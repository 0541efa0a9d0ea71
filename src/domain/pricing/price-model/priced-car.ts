import { LRUCache } from "lru-cache";
import { foldText } from "#values/text-fold.ts";
import type { BodyType, Fuel } from "#values/vehicle.ts";

/** The facts that an estimate uses. Unknown facts are taken as average and widen the range. */
export type CarToPrice = {
  make: string;
  model: string;
  year: number;
  odometerKm: number;
  trim?: string | null | undefined;
  bodyType?: BodyType | null | undefined;
  fuel?: Fuel | null | undefined;
};

/** A listing with the price that its seller asks, or last asked. */
export type PricedCar = CarToPrice & { priceCad: number };

// Numbers outside of these are typing errors, or no car for the road.
const PRICE_CAD = [500, 1_000_000] as const;
const ODOMETER_KM = [0, 1_000_000] as const;
const FIRST_YEAR = 1925;

/** Whether a listing is usable to fit the model. NaN is never within a range. */
export function isInformative(car: PricedCar, thisYear: number): boolean {
  return (
    isWithin(car.priceCad, PRICE_CAD) &&
    isWithin(car.odometerKm, ODOMETER_KM) &&
    // The next model year is sold from autumn.
    isWithin(car.year, [FIRST_YEAR, thisYear + 1])
  );
}

function isWithin(value: number, [least, most]: readonly [number, number]): boolean {
  return value >= least && value <= most;
}

/** Equal for "F-150" and "f 150", as typed and as in catalogues. */
export function makeKey({ make }: Pick<CarToPrice, "make">): string {
  return foldOnce(make);
}

/** A model belongs to its make: a Chrysler Grand Caravan is not a Dodge. */
export function modelKey({ make, model }: Pick<CarToPrice, "make" | "model">): string {
  return `${foldOnce(make)}/${foldOnce(model)}`;
}

export function trimKey(car: CarToPrice): string {
  return `${modelKey(car)}/${foldOnce(car.trim ?? "")}`;
}

export function yearKey(car: CarToPrice): string {
  return `${modelKey(car)}/${car.year}`;
}

/**
 * A cache, so that ten thousand Civics are normalized once. Limited, because names are typed by
 * users.
 */
const folded = new LRUCache<string, string>({ max: 5_000, memoMethod: foldText });
const foldOnce = (text: string): string => folded.memo(text);
