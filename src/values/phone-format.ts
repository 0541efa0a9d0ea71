import type { Locale } from "./locale.ts";

/** "416-555-0123", and "416 555-0123" as the Office québécois de la langue française has it. */
export function formatPhone(e164: string, locale: Locale): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(e164) ?? [];
  if (!area) return e164;
  return `${area}${locale === "fr" ? "\u00a0" : "-"}${exchange}-${line}`;
}
