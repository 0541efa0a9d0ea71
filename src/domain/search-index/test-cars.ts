import type { ConditionLanguage } from "#domain/search/conditions.ts";
import { hasBit } from "./bitmap.ts";
import type { CarIndex } from "./car-index.ts";
import type { SelectedCars } from "./select-cars.ts";

/** A question of one car, by slot. */
export type CarTest = (slot: number) => boolean;

/**
 * Conditions as questions of single cars: for who has few cars left to ask, and would make a set of
 * all others for nothing.
 *
 * @param bitmaps the same conditions as sets, for those that the index keeps as one
 */
export function inTests(
  index: CarIndex,
  bitmaps: ConditionLanguage<SelectedCars>,
): ConditionLanguage<CarTest> {
  const isAmong =
    ({ cars }: SelectedCars): CarTest =>
    (slot) =>
      hasBit(cars, slot);
  return {
    hasStatus: (status) => isAmong(bitmaps.hasStatus(status)),
    hasAny: (name, values) => isAmong(bitmaps.hasAny(name, values)),
    hasAll: (name, values) => isAmong(bitmaps.hasAll(name, values)),
    isWithin(name, { min, max }) {
      const amounts = index.amounts[name];
      const [lowest, highest] = [min ?? -Infinity, max ?? Infinity];
      return (slot) => amounts[slot]! >= lowest && amounts[slot]! <= highest;
    },
    isTaxedAs(cars) {
      const soldBy = (seller: "dealer" | "private") => {
        const those = cars.filter(({ isDealer }) => isDealer === (seller === "dealer"));
        const provinces = those.map(({ provinceCode }) => provinceCode);
        return {
          cars: bitmaps.hasAny("seller", [seller]).cars,
          inProvinces: bitmaps.hasAny("province", provinces).cars,
        };
      };
      const [dealers, people] = [soldBy("dealer"), soldBy("private")];
      return (slot) =>
        hasBit(dealers.cars, slot)
          ? hasBit(dealers.inProvinces, slot)
          : hasBit(people.cars, slot) && hasBit(people.inProvinces, slot);
    },
    isInCircle({ radiusKm, ...centre }) {
      const ways = index.points.waysFrom(centre);
      return (slot) => ways.distanceKm(slot) <= radiusKm;
    },
    hasWords: (words) => isAmong(bitmaps.hasWords(words)),
    both: (one, other) => (slot) => one(slot) && other(slot),
    either: (one, other) => (slot) => one(slot) || other(slot),
    never: () => () => false,
  };
}
