import type { Locale } from "#values/locale.ts";
import type { ProvinceCode } from "#values/province.ts";

/** The language that a dealership is written to in: its own is not stored, its province's is used. */
export function languageOf({ provinceCode }: { provinceCode: ProvinceCode }): Locale {
  return provinceCode === "QC" ? "fr" : "en";
}
