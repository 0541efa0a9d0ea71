import { LOCALES, type Locale } from "#values/locale.ts";
import { resolveLocation } from "#values/location/resolve-location.ts";
import type { ReadContext } from "./questions/question-kind.ts";
import { translateIn } from "./translate.server.ts";

/** What every reading of answers on this site may lean on. */
export function readContextFor(locale: Locale, now: Date): ReadContext {
  return { now, locale, resolveLocation, translations: LOCALES.map(translateIn) };
}
