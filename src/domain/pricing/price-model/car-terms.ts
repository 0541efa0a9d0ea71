import {
  BODY_TRIMS,
  BODY_TYPES,
  type BodyType,
  type Fuel,
  guessBodyTrim,
} from "#values/vehicle.ts";
import { type CarToPrice, makeKey } from "./priced-car.ts";

/**
 * The terms of ln(price) that all cars share, each with its prior: a mean and a standard deviation.
 * The priors are weak, so that some dozen listings outweigh them; without them a site of ten cars
 * would know nothing about age.
 */
type Term = { mean: number; spread: number };

/** ln(CAD 18,000): used only until listings say better. */
const MARKET: Term = { mean: 9.8, spread: 3 };
/** In decades and 100,000 km, so that the squares have a size like the other terms. */
const CURVES: readonly Term[] = [
  { mean: -0.9, spread: 0.5 }, // age: about 9 % less each year
  { mean: 0, spread: 0.3 }, // age²
  { mean: 0, spread: 0.4 }, // age beyond ten years
  { mean: -0.3, spread: 0.3 }, // km
  { mean: 0, spread: 0.1 }, // km²
  { mean: 0, spread: 0.2 }, // age · km
];
const BODY: Term = { mean: 0, spread: 0.35 };
const POWER: Term = { mean: 0, spread: 0.25 };
const ELECTRIC_AGE: Term = { mean: 0, spread: 0.4 };
const TRIM: Term = { mean: 0, spread: 0.15 };
const MAKE: Term = { mean: 0, spread: 0.35 };

const POWERS: Partial<Record<Fuel, number>> = {
  hybrid: 0,
  plug_in_hybrid: 0,
  electric: 1,
  diesel: 2,
};
const POWER_COUNT = 3;

const CURVES_AT = 1;
const BODY_AT = CURVES_AT + CURVES.length;
const POWER_AT = BODY_AT + BODY_TYPES.length;
const ELECTRIC_AGE_AT = POWER_AT + POWER_COUNT;
const TRIM_AT = ELECTRIC_AGE_AT + 1;
const MAKES_AT = TRIM_AT + BODY_TRIMS.length;

/**
 * The number of makes with a term of their own: no market has more, but makes can be typed freely.
 */
const MOST_MAKES = 80;

export type TermSpace = {
  /** The calendar year that ages are counted back from. */
  thisYear: number;
  /** The index of each make's term. */
  makes: ReadonlyMap<string, number>;
  /** The prior of each term. */
  priors: readonly Term[];
};

/** The terms of a stock, whose makes come the most frequent first. */
export function createTermSpace(makes: readonly string[], thisYear: number): TermSpace {
  const named = makes.slice(0, MOST_MAKES);
  const priors = [
    MARKET,
    ...CURVES,
    ...BODY_TYPES.map(() => BODY),
    ...Array.from({ length: POWER_COUNT }, () => POWER),
    ELECTRIC_AGE,
    ...BODY_TRIMS.map(() => TRIM),
    ...named.map(() => MAKE),
  ];
  return {
    thisYear,
    makes: new Map(named.map((make, index) => [make, MAKES_AT + index])),
    priors,
  };
}

/** The index of a body type's term. */
export function bodyTerm(bodyType: BodyType): number {
  return BODY_AT + BODY_TYPES.indexOf(bodyType);
}

/** In decades. */
export function computeAge({ thisYear }: TermSpace, { year }: Pick<CarToPrice, "year">): number {
  return (thisYear - year) / 10;
}

/** Calls back for each term of a car that is not 0. */
export function forEachTerm(
  space: TermSpace,
  car: CarToPrice,
  add: (term: number, value: number) => void,
): void {
  const age = computeAge(space, car);
  const km = car.odometerKm / 100_000;
  const power = car.fuel ? POWERS[car.fuel] : undefined;
  const trim = car.trim ? guessBodyTrim(car.trim) : null;
  const make = space.makes.get(makeKey(car));
  add(0, 1);
  add(CURVES_AT, age);
  add(CURVES_AT + 1, age * age);
  add(CURVES_AT + 2, Math.max(0, age - 1));
  add(CURVES_AT + 3, km);
  add(CURVES_AT + 4, km * km);
  add(CURVES_AT + 5, age * km);
  if (car.bodyType) add(bodyTerm(car.bodyType), 1);
  if (power !== undefined) add(POWER_AT + power, 1);
  if (car.fuel === "electric") add(ELECTRIC_AGE_AT, age);
  if (trim) add(TRIM_AT + BODY_TRIMS.indexOf(trim), 1);
  if (make !== undefined) add(make, 1);
}

/** The most terms of one car that may differ from 0. */
export const MOST_TERMS = 12;

/**
 * A car's terms as a row. Unknown facts are taken from `usual`, the mean row of its model or of the
 * market.
 */
export function writeTerms(
  space: TermSpace,
  car: CarToPrice,
  usual: ArrayLike<number>,
): Float64Array {
  const row = new Float64Array(space.priors.length);
  if (!car.bodyType) copyTerms(row, usual, BODY_AT, POWER_AT);
  if (!car.fuel) {
    copyTerms(row, usual, POWER_AT, ELECTRIC_AGE_AT);
    // The age of an electric car, weighted by how far it is one.
    row[ELECTRIC_AGE_AT] = (row[POWER_AT + 1] ?? 0) * computeAge(space, car);
  }
  if (!car.trim) copyTerms(row, usual, TRIM_AT, MAKES_AT);
  forEachTerm(space, car, (term, value) => {
    row[term] = value;
  });
  return row;
}

function copyTerms(row: Float64Array, from: ArrayLike<number>, first: number, end: number) {
  for (let term = first; term < end; term += 1) row[term] = from[term] ?? 0;
}

/**
 * The variance of ln(price) from unknown facts of a car whose model is not known either: that of
 * the bodies and fuels of this market, and the prior of makes.
 */
export function varianceOfUnknowns(
  space: TermSpace,
  car: CarToPrice,
  { coefficients, usual }: { coefficients: ArrayLike<number>; usual: ArrayLike<number> },
): number {
  const between = (first: number, end: number) => {
    let [mean, square] = [0, 0];
    for (let term = first; term < end; term += 1) {
      mean += usual[term]! * coefficients[term]!;
      square += usual[term]! * coefficients[term]! ** 2;
    }
    return square - mean ** 2;
  };
  return (
    (car.bodyType ? 0 : between(BODY_AT, POWER_AT)) +
    (car.fuel ? 0 : between(POWER_AT, ELECTRIC_AGE_AT)) +
    (space.makes.has(makeKey(car)) ? 0 : MAKE.spread ** 2)
  );
}
