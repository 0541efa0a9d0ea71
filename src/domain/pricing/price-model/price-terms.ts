import type { CarToPrice } from "./priced-car.ts";

/** 1, age, km, age², km², age·km. */
export const TERM_COUNT = 6;

/** Without the curves: what few listings can bear. */
export const LINEAR_TERM_COUNT = 3;

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
