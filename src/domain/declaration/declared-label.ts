import { m } from "#messages/messages.js";
import { formatNumber } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import type { Brand, Declared, OwnerCount } from "./declaration.ts";

type Message = (inputs?: object, options?: { locale?: Locale }) => string;

const BRAND: Readonly<Record<Brand, Message>> = {
  clean: m.declared_facet_clean,
  rebuilt: m.declared_facet_rebuilt,
  salvage: m.declared_facet_salvage,
  non_repairable: m.declared_facet_non_repairable,
};

/** "Clean title": the texts of the search and its chips, which are shown without the question. */
export function brandLabel(brand: Brand, locale: Locale): string {
  return BRAND[brand]({}, { locale });
}

export function accidentsLabel(code: NonNullable<Declared["accidents"]>, locale: Locale): string {
  const message =
    code === "none" ? m.declared_facet_accidents_none : m.declared_facet_accidents_some;
  return message({}, { locale });
}

export function ownersLabel(count: OwnerCount, locale: Locale): string {
  return count === 1
    ? m.declared_facet_one_owner({}, { locale })
    : m.declared_facet_owners({ count: formatNumber(count, locale) }, { locale });
}
