import type { ReadContext } from "#forms/questions/question-kind.ts";
import { translateIn } from "#forms/translate.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { LOCALES, type Locale } from "#values/locale.ts";
import { resolvePlace } from "#values/place/resolve-place.ts";

/** What every reading of answers on this site may lean on. */
export function readContextFor(locale: Locale): ReadContext {
  return { today: now(), locale, resolvePlace, translations: LOCALES.map(translateIn) };
}
