import type { LandingSubject } from "./landing.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { provinceName } from "#values/province.ts";
import type { BodyType } from "#values/vehicle.ts";

// Texts that only the landing pages need are in landing-words.ts.

/** As written in the middle of a sentence. */
const BODY_TYPES_MANY: Readonly<Record<BodyType, typeof m.landing_body_suv>> = {
  suv: m.landing_body_suv,
  sedan: m.landing_body_sedan,
  coupe: m.landing_body_coupe,
  hatchback: m.landing_body_hatchback,
  truck: m.landing_body_truck,
  minivan: m.landing_body_minivan,
};

/** "SUVs", "Toyota RAV4", "Toronto, Ontario": the text of a link to the page. */
export function nameLanding(subject: LandingSubject, locale = getLocale()): string {
  switch (subject.kind) {
    case "bodyType":
      return capitalize(nameBodyTypes(subject.bodyType, locale));
    case "make":
      return subject.make;
    case "model":
      return `${subject.make} ${subject.model}`;
    case "province":
      return provinceName(subject.provinceCode, locale);
    case "city":
      return m.landing_city(
        { city: subject.city, province: provinceName(subject.provinceCode, locale) },
        { locale },
      );
  }
}

/** "SUVs", "sedans". */
export function nameBodyTypes(bodyType: BodyType, locale = getLocale()): string {
  return BODY_TYPES_MANY[bodyType]({}, { locale });
}

/** In French, the subject comes first in a title, so it needs a capital letter. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
