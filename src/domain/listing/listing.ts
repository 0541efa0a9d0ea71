import { isUuid } from "#values/uuid.ts";

/** Whether the database can be asked for it at all. */
export function isListingId(text: string): boolean {
  return isUuid(text);
}

export type ListingName = { year: number; make: string; model: string; trim: string | null };

/** "Jordan M.": a private seller's name as strangers see it. */
export function shortenPersonName(name: string): string {
  const [first = "", ...rest] = name.trim().split(/\s+/);
  const initial = rest.at(-1)?.charAt(0);
  return initial ? `${first} ${initial}.` : first;
}
