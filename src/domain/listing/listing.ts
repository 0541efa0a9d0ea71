import { isUuid } from "#values/uuid.ts";

/** Whether the text is a valid id for a query. */
export function isListingId(text: string): boolean {
  return isUuid(text);
}

export type ListingName = { year: number; make: string; model: string; trim: string | null };

/** "Jordan M.": a private seller's name as it is shown in public. */
export function shortenPersonName(name: string): string {
  const [first = "", ...rest] = name.trim().split(/\s+/);
  const initial = rest.at(-1)?.charAt(0);
  return initial ? `${first} ${initial}.` : first;
}
