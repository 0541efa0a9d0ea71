import { pickBelow, type Random } from "#packages/car-illustration/seeded-random";
import { type Feature, FEATURES } from "#values/vehicle.ts";
import type { DemoModel } from "./inventory.ts";

/** Canada Motor Vehicle Safety Standard 111: every new car has one since May 2018. */
const BACKUP_CAMERA_YEAR = 2018;

/**
 * What a car of this class, trim and year plausibly has, and what its description mentions.
 * Invented, like the rest of the car: it is not from a maker's list.
 */
export function demoFeatures(
  random: Random,
  car: {
    model: DemoModel;
    /** From 0, the plainest, to 1. */
    trimLevel: number;
    year: number;
    isManual: boolean;
    described: readonly Feature[];
  },
): Feature[] {
  const { model, trimLevel, year, isManual, described } = car;
  const { bodyType, seats = 5, fallsFast: isPremium = false } = model;
  const isTruck = bodyType === "truck";
  const isTall = bodyType === "suv" || bodyType === "minivan";
  const isTop = trimLevel === 1;
  const isPlain = trimLevel === 0 && !isPremium;
  const happens = (percent: number) => pickBelow(random, 100) < percent;
  const has: Record<Feature, boolean> = {
    heated_seats: isPremium || !isPlain || (year >= 2019 && !isTruck),
    heated_steering_wheel: year >= 2017 && (isTop || isPremium) && happens(80),
    remote_starter: !isManual && happens(isPlain ? 15 : 45),
    winter_tires: happens(12),
    backup_camera: year >= BACKUP_CAMERA_YEAR || !isPlain,
    blind_spot_monitor: year >= 2018 && (!isPlain || year >= 2022),
    adaptive_cruise_control: !isManual && year >= 2019 && (isTop || isPremium || year >= 2021),
    carplay_android_auto: year >= 2019 || (year >= 2017 && !isPlain),
    bluetooth: true,
    navigation: (isTop || isPremium) && happens(70),
    leather_seats: isPremium || (isTop && happens(60)),
    sunroof: !isTruck && (isTop || isPremium) && happens(75),
    keyless_entry: !isPlain || year >= 2020,
    power_liftgate: isTall && year >= 2016 && (isTop || isPremium),
    third_row: bodyType === "minivan" || (bodyType === "suv" && seats >= 7),
    tow_hitch: isTruck ? happens(75) : isTall && happens(15),
  };
  return FEATURES.filter((feature) => has[feature] || described.includes(feature));
}
