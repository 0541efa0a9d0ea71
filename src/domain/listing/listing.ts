import { isUuid } from "#values/uuid.ts";

export const LISTING_STATES = ["draft", "in_review", "live", "paused", "sold", "removed"] as const;
export type ListingState = (typeof LISTING_STATES)[number];

/** Whether the database can be asked for it at all. */
export function isListingId(text: string): boolean {
  return isUuid(text);
}

export type ListingName = { year: number; make: string; model: string; trim: string | null };

/** "2021 Toyota RAV4 XLE": the same words in both languages. */
export function listingTitle({ year, make, model, trim }: ListingName): string {
  return [year, make, model, trim].filter((part) => part !== null && part !== "").join(" ");
}

export function isSold(listing: { state: ListingState }): boolean {
  return listing.state === "sold";
}

/** A sold car keeps its page, so that a link to it is not dead; a draft or a removed one has none. */
export function isPublic(listing: { state: ListingState }): boolean {
  return listing.state === "live" || listing.state === "sold";
}

type Bidden = { state: ListingState; sellerId: string };

export const listingCan = {
  /** SPEC.md §6: nobody bids on a sold listing or on their own. */
  receiveBid: (listing: Bidden, user: { id: string } | null): boolean =>
    listing.state === "live" && user !== null && user.id !== listing.sellerId,
} as const;

/** "Jordan M.": a private seller's name as strangers see it. */
export function shortPersonName(name: string): string {
  const [first = "", ...rest] = name.trim().split(/\s+/);
  const initial = rest.at(-1)?.charAt(0);
  return initial ? `${first} ${initial}.` : first;
}
