import { paths } from "#site/paths.ts";
import type { ProvinceCode } from "#values/province.ts";
import { provinceName } from "#values/province.ts";
import { foldText } from "#values/text-fold.ts";
import type { BodyType } from "#values/vehicle.ts";

/**
 * The subject of a landing page: /cars/suv, /cars/toyota, /cars/toyota/rav4, /cars/ontario/toronto.
 */
export type LandingSubject =
  | { kind: "bodyType"; bodyType: BodyType }
  | { kind: "make"; make: string }
  | { kind: "model"; make: string; model: string }
  | { kind: "province"; provinceCode: ProvinceCode }
  | { kind: "city"; provinceCode: ProvinceCode; city: string };

/** A landing page with the number of its cars. */
export type Landing = { path: string; subject: LandingSubject; count: number };

/**
 * The path of a landing page, the same in both languages except for the /fr in front; null for a
 * name without a letter or digit. The page exists while one of its cars is for sale.
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

/** "St. John’s" becomes st-johns, "Trois-Rivières" trois-rivieres. */
function makeSlug(name: string): string {
  return foldText(name.replace(/['\u2019]/g, "")).replaceAll(" ", "-");
}
