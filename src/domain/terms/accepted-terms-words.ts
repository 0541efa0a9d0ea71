import { purposeWord } from "#domain/lead/lead-words.ts";
import { m } from "#messages/messages.js";
import { formatDate } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";

/** "Terms & Conditions of the site, version 2, on November 26, 2026". */
export function sayAcceptedTerms(
  { purpose, textVersion, givenAt }: { purpose: string; textVersion: number; givenAt: Date },
  locale: Locale,
): string {
  const document = purposeWord(purpose, locale);
  const date = formatDate(givenAt, locale);
  return m.terms_accepted({ document, version: textVersion, date }, { locale });
}
