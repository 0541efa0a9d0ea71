import { type Declared, NOTHING_DECLARED } from "#domain/declaration/declaration.ts";
import { pick, pickBelow, type Random } from "#packages/car-illustration/seeded-random";
import type { Locale } from "#values/locale.ts";

type Accident = Record<Locale, string> & { amountCad: number };

const ACCIDENTS: readonly [Accident, ...Accident[]] = [
  {
    en: "Rear bumper, repaired at a body shop",
    fr: "Pare-chocs arrière, réparé en carrosserie",
    amountCad: 2_400,
  },
  {
    en: "Hit a deer: hood and headlight replaced",
    fr: "Collision avec un chevreuil, capot et phare remplacés",
    amountCad: 5_800,
  },
  {
    en: "Left doors repainted after a parking lot scrape",
    fr: "Portes de gauche repeintes, accrochage en stationnement",
    amountCad: 3_100,
  },
];

/**
 * What a demo car's seller plausibly declares. Some cars are not clean, and some sellers declare
 * little or nothing, so that the demo shows both. Invented, like the rest of the car.
 */
export function demoDeclared(
  random: Random,
  car: { index: number; ageYears: number; isAtDealer: boolean; locale: Locale },
): Declared {
  const { index, ageYears, isAtDealer, locale } = car;
  const happens = (percent: number) => pickBelow(random, 100) < percent;
  // One private seller in nine declares nothing.
  if (!isAtDealer && index % 9 === 4) return NOTHING_DECLARED;
  const brand = index % 17 === 6 ? "rebuilt" : index % 47 === 12 ? "salvage" : "clean";
  const hadAccident = brand !== "clean" || happens(4 + ageYears * 2);
  const accident = pick(random, ACCIDENTS);
  const wasRented = isAtDealer && happens(20);
  return {
    brand,
    accidents: hadAccident ? "some" : happens(85) ? "none" : null,
    accidentAmountCad: hadAccident && happens(70) ? accident.amountCad : null,
    accidentDetails: hadAccident ? accident[locale] : null,
    lien: isAtDealer ? "no" : happens(20) ? "yes" : "no",
    owners: ageYears <= 4 || happens(45) ? 1 : happens(70) ? 2 : 3,
    earlierUse: wasRented ? "daily_rental" : happens(90) ? "personal" : null,
    outOfProvince: happens(15) ? "yes" : happens(80) ? "no" : null,
    odometerReading: "original",
    mechanicalIssues: !isAtDealer && happens(6) ? "yes" : "no",
    serviceRecords: happens(45) ? "all" : happens(70) ? "some" : null,
    keyFobs: happens(75) ? "two_plus" : "one",
    smoked: happens(5) ? "yes" : happens(85) ? "no" : null,
  };
}
