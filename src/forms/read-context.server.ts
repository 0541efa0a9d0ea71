import { LOCALES, type Locale } from "#values/locale.ts";
import { resolveLocation } from "#values/location/resolve-location.ts";
import type { ReadContext } from "./questions/question-kind.ts";
import { translateIn } from "./translate.server.ts";

/** The context for parsing answers anywhere on this site. */
export function readContextFor(locale: Locale, now: Date): ReadContext {
  return { now, locale, resolveLocation, translations: LOCALES.map(translateIn) };
}
