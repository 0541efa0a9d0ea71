import { may } from "#domain/identity/permission.ts";
import { isSold, type ListingState } from "#domain/listing/listing-state.ts";
import type { Role } from "#values/role.ts";

export type BidRefusal = "no_such_listing" | "sold" | "own_listing" | "reserved" | "not_permitted";

type Biddable = { state: ListingState; sellerId: string; reservedAt: Date | null };

/** Stands for whoever bids. */
const BIDDER = Symbol("bidder");

/**
 * What must be true of a listing that takes a bid (SPEC.md §6), in the order of its refusals. The
 * statement that stores a bid asks the same (`takesBid` in store-bid.server.ts).
 */
export const BID_CONDITIONS = [
  { column: "state", is: "live", refusal: "no_such_listing" },
  { column: "sellerId", isNot: BIDDER, refusal: "own_listing" },
  { column: "reservedAt", is: null, refusal: "reserved" },
] as const satisfies readonly {
  column: keyof Biddable;
  is?: ListingState | null;
  isNot?: typeof BIDDER;
  refusal: BidRefusal;
}[];

/** Whether a listing takes a bid of this person; null is a visitor, who may still turn out to be anybody. */
export function canTakeBid(
  listing: Biddable | null | undefined,
  person: { id: string; role: Role; lacksSecondFactor?: boolean } | null,
): { ok: true } | { ok: false; code: BidRefusal } {
  if (!listing) return { ok: false, code: "no_such_listing" };
  if (isSold(listing)) return { ok: false, code: "sold" };
  for (const condition of BID_CONDITIONS) {
    const value = listing[condition.column];
    const holds = "is" in condition ? value === condition.is : value !== person?.id;
    if (!holds) return { ok: false, code: condition.refusal };
  }
  return person && !may(person, "bid") ? { ok: false, code: "not_permitted" } : { ok: true };
}
