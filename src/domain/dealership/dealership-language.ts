import type { Locale } from "#values/locale.ts";
import type { ProvinceCode } from "#values/province.ts";

/** The language for messages to a dealership: it is not stored, so it follows from the province. */
export function languageOf({ provinceCode }: { provinceCode: ProvinceCode }): Locale {
  return provinceCode === "QC" ? "fr" : "en";
}
