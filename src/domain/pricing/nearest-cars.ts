import { foldText } from "#values/text-fold.ts";
import type { CarToPrice } from "./price-model/priced-car.ts";

// The weight of each difference, in years of age.
const KM_A_YEAR = 15_000;
const OTHER_TRIM_YEARS = 0.75;
const OTHER_PROVINCE_YEARS = 0.5;

type LocatedCar = CarToPrice & { provinceCode?: string };

/**
 * The cars most similar to one by year, odometer and trim. Among equals, those of its province come
 * first.
 */
export function selectNearestCars<Car extends LocatedCar>(
  cars: readonly Car[],
  car: LocatedCar,
  most: number,
): Car[] {
  const nearest: { car: Car; distance: number }[] = [];
  for (const each of cars) {
    const distance = distanceYears(each, car);
    if (nearest.length === most && distance >= (nearest[most - 1]?.distance ?? 0)) continue;
    const position = nearest.findIndex((other) => distance < other.distance);
    nearest.splice(position < 0 ? nearest.length : position, 0, { car: each, distance });
    if (nearest.length > most) nearest.pop();
  }
  return nearest.map((each) => each.car);
}

function distanceYears(a: LocatedCar, b: LocatedCar): number {
  const isElsewhere = b.provinceCode !== undefined && a.provinceCode !== b.provinceCode;
  // If one trim is not known, the trims are treated as equal.
  const isOtherTrim = a.trim && b.trim && foldText(a.trim) !== foldText(b.trim);
  return (
    Math.abs(a.year - b.year) +
    Math.abs(a.odometerKm - b.odometerKm) / KM_A_YEAR +
    (isOtherTrim ? OTHER_TRIM_YEARS : 0) +
    (isElsewhere ? OTHER_PROVINCE_YEARS : 0)
  );
}
