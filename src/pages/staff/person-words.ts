import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";

type Named = { firstName: string; lastName: string };

/** The person's name, or that none was asked for, as an offer request by VIN does not. */
export function leadName({ firstName, lastName }: Named, locale: Locale): string {
  return `${firstName} ${lastName}`.trim() || m.staff_no_name({}, { locale });
}

/** "ÉC" of Étienne Côté, "N" of Noah, "?" of nobody. Letters as people see them, not code units. */
export function initialsOf({ firstName, lastName }: Named): string {
  const words = lastName ? [firstName, lastName] : firstName.split(/\s+/).slice(0, 2);
  const letters = words.map((word) => Array.from(word.trim())[0] ?? "").join("");
  return letters.toUpperCase() || "?";
}

/** "Calgary, AB", or what of it is known. */
export function placeText(lead: {
  city: string | null;
  provinceCode: string | null;
}): string | null {
  return [lead.city, lead.provinceCode].filter(Boolean).join(", ") || null;
}
