import { getLocale } from "#messages/runtime.js";
import { formatCarName } from "#values/car-name.ts";
import type { Locale } from "#values/locale.ts";
import { isUuid } from "#values/uuid.ts";

/** Whether the database can be asked for it at all. */
export function isListingId(text: string): boolean {
  return isUuid(text);
}

export type ListingName = { year: number; make: string; model: string; trim: string | null };

/**
 * "2021 Toyota RAV4 XLE", « Toyota RAV4 XLE 2021 ». A message's language is its reader's; only what
 * is read on a page may leave it to the page.
 */
export function formatListingTitle(
  { year, make, model, trim }: ListingName,
  locale: Locale = getLocale(),
): string {
  return formatCarName({ year, make, model, trim }, locale);
}

/** "Jordan M.": a private seller's name as strangers see it. */
export function shortenPersonName(name: string): string {
  const [first = "", ...rest] = name.trim().split(/\s+/);
  const initial = rest.at(-1)?.charAt(0);
  return initial ? `${first} ${initial}.` : first;
}
