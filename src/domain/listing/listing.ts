import { isUuid } from "#values/uuid.ts";

/** Whether the database can be asked for it at all. */
export function isListingId(text: string): boolean {
  return isUuid(text);
}

export type ListingName = { year: number; make: string; model: string; trim: string | null };

/** "2021 Toyota RAV4 XLE": the same words in both languages. */
export function formatListingTitle({ year, make, model, trim }: ListingName): string {
  return [year, make, model, trim].filter((part) => part !== null && part !== "").join(" ");
}

/** "Jordan M.": a private seller's name as strangers see it. */
export function shortenPersonName(name: string): string {
  const [first = "", ...rest] = name.trim().split(/\s+/);
  const initial = rest.at(-1)?.charAt(0);
  return initial ? `${first} ${initial}.` : first;
}
