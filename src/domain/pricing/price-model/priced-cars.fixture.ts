import { seededRandom } from "#packages/car-illustration/seeded-random";
import type { PricedCar } from "./priced-car.ts";

export const THIS_YEAR = 2026;

/** 1, age/10, km/100,000, age²/100, km²/10¹⁰, age·km: about what Canadian listings show. */
export const KNOWN = {
  coefficients: [10.6, -0.95, -0.35, 0.12, 0.03, -0.04],
  sigma: 0.12,
} as const;

/** Listings of so many makes with so many models each, priced by `KNOWN` and effects, with noise. */
export function pricedCars(options: {
  seed: string;
  count: number;
  makes?: number;
  modelsEach?: number;
  sigma?: number;
}): { cars: PricedCar[]; computeLogPrice: (car: Omit<PricedCar, "priceCad">) => number } {
  const { seed, count, makes = 12, modelsEach = 5, sigma = KNOWN.sigma } = options;
  const random = seededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const makeEffects = Array.from({ length: makes }, () => 0.25 * normal());
  const modelEffects = Array.from({ length: makes * modelsEach }, () => 0.2 * normal());
  const computeLogPrice = ({ make, model, year, odometerKm }: Omit<PricedCar, "priceCad">) => {
    const [a, k] = [(THIS_YEAR - year) / 10, odometerKm / 100_000];
    const terms = [1, a, k, a * a, k * k, a * k];
    const makeNumber = Number(make.slice(5));
    const common = terms.reduce((sum, term, i) => sum + term * KNOWN.coefficients[i]!, 0);
    const modelNumber = makeNumber * modelsEach + Number(model.slice(6));
    return common + makeEffects[makeNumber]! + modelEffects[modelNumber]!;
  };
  const cars = Array.from({ length: count }, () => {
    const year = THIS_YEAR - Math.floor(random() * 13);
    const usualKm = (THIS_YEAR - year + 0.5) * 16_500;
    const car = {
      make: `Make ${Math.floor(random() * makes)}`,
      model: `Model ${Math.floor(random() * modelsEach)}`,
      year,
      odometerKm: Math.round(usualKm * (0.4 + 1.2 * random())),
    };
    return { ...car, priceCad: Math.exp(computeLogPrice(car) + sigma * normal()) };
  });
  return { cars, computeLogPrice };
}
