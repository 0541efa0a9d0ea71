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

/** 1, age, km, age², km², age·km. */
const TERM_COUNT = 6;

/** Without the curves: what few listings can bear. */
const LINEAR_TERM_COUNT = 3;

/** Fewer listings than this bend a curve wherever the dearest car pulls it. */
const LEAST_LISTINGS_FOR_CURVES = 24;

export function termCountFor(listingCount: number): number {
  return listingCount < LEAST_LISTINGS_FOR_CURVES ? LINEAR_TERM_COUNT : TERM_COUNT;
}

/** The age in decades and the odometer in 100,000 km: near 1, so that squares do not swamp the rest. */
export function scaled(
  car: Pick<CarToPrice, "year" | "odometerKm">,
  thisYear: number,
): { age: number; km: number } {
  return { age: (thisYear - car.year) / 10, km: car.odometerKm / 100_000 };
}

/** Writes a car's terms into `row`, as many as it holds. */
export function writeTerms(row: Float64Array, { age, km }: { age: number; km: number }): void {
  const terms = [1, age, km, age * age, km * km, age * km];
  for (let index = 0; index < row.length; index += 1) row[index] = terms[index] ?? 0;
}

export function sumOfTerms(
  coefficients: ArrayLike<number>,
  { age, km }: { age: number; km: number },
): number {
  const at = (index: number) => coefficients[index] ?? 0;
  return at(0) + age * (at(1) + at(3) * age + at(5) * km) + km * (at(2) + at(4) * km);
}
