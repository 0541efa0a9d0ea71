import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { provinceName, PROVINCES, type ProvinceCode } from "./province.ts";

/** "All ten provinces", or these by name: "Ontario and Quebec". */
export function nameProvinces(codes: readonly ProvinceCode[], locale = getLocale()): string {
  if (codes.length === PROVINCES.length) return m.site_all_provinces({}, { locale });
  return new Intl.ListFormat(locale).format(codes.map((code) => provinceName(code, locale)));
}
