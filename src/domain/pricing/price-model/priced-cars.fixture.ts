import { seededRandom } from "#packages/car-illustration/seeded-random";
import { BODY_TYPES, type BodyType } from "#values/vehicle.ts";
import type { CarToPrice } from "./priced-car.ts";

export const THIS_YEAR = 2026;

/** A car whose body is known, with a trim; nothing is known of its fuel. */
type GeneratedCar = Omit<CarToPrice, "fuel"> & {
  bodyType: BodyType;
  trim: string;
  priceCad: number;
};

const TRIMS = ["Base", "EX", "Limited"] as const;

/** What listings are made of: about what Canadian ones show. */
export const KNOWN = { sigma: 0.12, aYear: -0.095, an10000Km: -0.035, trims: [-0.06, 0, 0.1] };

/** Listings of so many makes with so many models each, priced by `KNOWN` and effects, with noise. */
export function pricedCars(options: {
  seed: string;
  count: number;
  makes?: number;
  modelsEach?: number;
  sigma?: number;
}): { cars: GeneratedCar[]; computeLogPrice: (car: CarToPrice) => number } {
  const { seed, count, makes = 12, modelsEach = 5, sigma = KNOWN.sigma } = options;
  const random = seededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const makeEffects = Array.from({ length: makes }, () => 0.25 * normal());
  const modelEffects = Array.from({ length: makes * modelsEach }, () => 0.2 * normal());
  const bodyEffects = BODY_TYPES.map(() => 0.2 * normal());
  const modelNumber = ({ make, model }: CarToPrice) =>
    Number(make.slice(5)) * modelsEach + Number(model.slice(6));
  const computeLogPrice = (car: CarToPrice) =>
    10.6 +
    KNOWN.aYear * (THIS_YEAR - car.year) +
    (KNOWN.an10000Km * car.odometerKm) / 10_000 +
    KNOWN.trims[TRIMS.findIndex((trim) => trim === car.trim)]! +
    makeEffects[Number(car.make.slice(5))]! +
    modelEffects[modelNumber(car)]! +
    bodyEffects[modelNumber(car) % BODY_TYPES.length]!;
  const cars = Array.from({ length: count }, () => {
    const year = THIS_YEAR - Math.floor(random() * 13);
    const usualKm = (THIS_YEAR - year + 0.5) * 16_500;
    const car = {
      make: `Make ${Math.floor(random() * makes)}`,
      model: `Model ${Math.floor(random() * modelsEach)}`,
      trim: TRIMS[Math.floor(random() * TRIMS.length)]!,
      year,
      odometerKm: Math.round(usualKm * (0.4 + 1.2 * random())),
    };
    const bodyType = BODY_TYPES[modelNumber(car) % BODY_TYPES.length]!;
    return { ...car, bodyType, priceCad: Math.exp(computeLogPrice(car) + sigma * normal()) };
  });
  return { cars, computeLogPrice };
}
