// Checks whether eight in ten prices are within the estimated ranges, for prices that the model has
// not seen. It asserts nothing: README.md has the method and the figures.
//   node bench/price-estimate/calibration.ts [listings.csv year]
import { readFile } from "node:fs/promises";
import { seededRandom } from "#packages/car-illustration/seeded-random";
import { demoListings } from "../../src/demo/listings.ts";
import { demoSoldCars } from "../../src/demo/sold-cars.ts";
import {
  computeFairPrice,
  isRatable,
  type FairPrice,
} from "../../src/domain/pricing/price-model/fair-price.ts";
import { fitPriceModel } from "../../src/domain/pricing/price-model/fit-price-model.ts";
import type { PricedCar } from "../../src/domain/pricing/price-model/priced-car.ts";
import { pricedCars, THIS_YEAR } from "../../src/domain/pricing/price-model/priced-cars.fixture.ts";
import { isBranded } from "../../src/domain/declaration/declaration.ts";
import { BODY_TYPES, FUELS } from "../../src/values/vehicle.ts";

const FOLDS = 10;

const [file, year] = process.argv.slice(2);
const at = new Date(Date.UTC(THIS_YEAR, 10, 21));
const anybody = (key: string) => ({ userId: key, locale: "en" as const, dealershipId: null });
const shown = demoListings(at, anybody);
const comparable = [...shown, ...demoSoldCars(at, anybody, shown)].filter(
  ({ brand }) => !isBranded(brand),
);
measure("the demo", comparable, THIS_YEAR);
for (const count of [100, 1_000, 10_000]) {
  const { cars } = pricedCars({ seed: "calibration", count, makes: 20, modelsEach: 8 });
  measure(`generated, ${count.toLocaleString("en-CA")}`, cars, THIS_YEAR);
}
if (file) {
  const cars = await readListings(file);
  measure("real, all", cars, Number(year));
  const random = seededRandom("a tenth");
  const some = cars.filter(() => random() < 0.1);
  measure("real, a tenth", some, Number(year));
}

type Tried = { car: PricedCar; fair: FairPrice; off: number };

function measure(name: string, cars: readonly PricedCar[], thisYear: number): void {
  const random = seededRandom("folds");
  const folds = cars.map(() => Math.floor(random() * FOLDS));
  const tried: Tried[] = [];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const known = cars.filter((_, index) => folds[index] !== fold);
    const fit = fitPriceModel(known, thisYear);
    if (!fit) throw new Error("Nothing to fit.");
    for (const [index, car] of cars.entries()) {
      const fair = folds[index] === fold ? computeFairPrice(fit, car) : null;
      if (fair) tried.push({ car, fair, off: Math.log(car.priceCad / fair.fairCad) });
    }
  }
  print(`\n${name}: ${cars.length} cars, a range for ${percent(tried.length / cars.length)}`);
  print(`R² of ln(price) ${explained(tried).toFixed(3)}\n`);
  print("| | cars | inside | off p50 | range ± p50 | rated |");
  print("|--|--:|--:|--:|--:|--:|");
  const ofModel = (least: number, most: number) => (each: Tried) =>
    each.fair.basis.ofModel >= least && each.fair.basis.ofModel <= most;
  const aged = (least: number, most: number) => (each: Tried) =>
    thisYear - each.car.year >= least && thisYear - each.car.year <= most;
  row("all", tried);
  row("none other of the model", tried.filter(ofModel(0, 0)));
  row("1 or 2", tried.filter(ofModel(1, 2)));
  row("3 to 7", tried.filter(ofModel(3, 7)));
  row("8 and more", tried.filter(ofModel(8, Infinity)));
  row("up to 4 years old", tried.filter(aged(-1, 4)));
  row("5 to 9 years", tried.filter(aged(5, 9)));
  row("10 years and more", tried.filter(aged(10, Infinity)));
}

function row(name: string, tried: readonly Tried[]): void {
  if (tried.length === 0) return;
  const share = (is: (each: Tried) => boolean) => percent(tried.filter(is).length / tried.length);
  const cells = [
    name,
    tried.length.toLocaleString("en-CA"),
    share(({ off, fair }) => Math.abs(off) <= fair.halfWidth),
    percent(Math.expm1(middle(tried.map(({ off }) => Math.abs(off))))),
    percent(Math.expm1(middle(tried.map(({ fair }) => fair.halfWidth)))),
    share(({ fair }) => isRatable(fair)),
  ];
  print(`| ${cells.join(" | ")} |`);
}

function explained(tried: readonly Tried[]): number {
  const logs = tried.map(({ car }) => Math.log(car.priceCad));
  const mean = logs.reduce((sum, each) => sum + each, 0) / logs.length;
  const total = logs.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return 1 - tried.reduce((sum, { off }) => sum + off ** 2, 0) / total;
}

/**
 * Reads lines of make, model, trim, year, odometerKm, bodyType, fuel, priceCad, after a heading.
 */
async function readListings(path: string): Promise<PricedCar[]> {
  const [, ...lines] = (await readFile(path, "utf8")).trim().split("\n");
  return lines.map((line) => {
    const [make = "", model = "", trim, made, km, body, fuel, price] = line.split(",");
    return {
      make,
      model,
      trim: trim || null,
      year: Number(made),
      odometerKm: Number(km),
      bodyType: BODY_TYPES.find((each) => each === body) ?? null,
      fuel: FUELS.find((each) => each === fuel) ?? null,
      priceCad: Number(price),
    };
  });
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
