import { paths } from "#site/paths.ts";
import type { ProvinceCode } from "#values/province.ts";
import { provinceName } from "#values/province.ts";
import { foldText } from "#values/text-fold.ts";
import type { BodyType } from "#values/vehicle.ts";

/** What a landing page is about: /cars/suv, /cars/toyota, /cars/toyota/rav4, /cars/ontario/toronto. */
export type LandingSubject =
  | { kind: "bodyType"; bodyType: BodyType }
  | { kind: "make"; make: string }
  | { kind: "model"; make: string; model: string }
  | { kind: "province"; provinceCode: ProvinceCode }
  | { kind: "city"; provinceCode: ProvinceCode; city: string };

/** A landing page with the cars that stand on it. */
export type Landing = { path: string; subject: LandingSubject; count: number };

/**
 * The address of a landing page, the same in both languages but for the /fr in front; null for a name
 * without a letter or digit. The page is there while a car of it is for sale.
 */
export function landingPath(subject: LandingSubject): string | null {
  const slugs = landingNames(subject).map(makeSlug);
  return slugs.includes("") ? null : paths.carsLanding(...slugs);
}

function landingNames(subject: LandingSubject): string[] {
  switch (subject.kind) {
    case "bodyType":
      return [subject.bodyType];
    case "make":
      return [subject.make];
    case "model":
      return [subject.make, subject.model];
    case "province":
      return [provinceName(subject.provinceCode, "en")];
    case "city":
      return [provinceName(subject.provinceCode, "en"), subject.city];
  }
}

/** "St. John’s" is st-johns, "Trois-Rivières" trois-rivieres. */
function makeSlug(name: string): string {
  return foldText(name.replace(/['\u2019]/g, "")).replaceAll(" ", "-");
}
