import { LOCALES, type Locale } from "#values/locale.ts";
import { resolvePlace } from "#values/place/resolve-place.ts";
import type { ReadContext } from "./questions/question-kind.ts";
import { translateIn } from "./translate.server.ts";

/** What every reading of answers on this site may lean on. */
export function readContextFor(locale: Locale, now: Date): ReadContext {
  return { now, locale, resolvePlace, translations: LOCALES.map(translateIn) };
}
