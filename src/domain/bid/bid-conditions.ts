import { may } from "#domain/identity/permission.ts";
import { isSold, type ListingState } from "#domain/listing/listing-state.ts";
import { isSellerOf } from "#domain/listing/seller-side.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { isOffered } from "#site/site.ts";

export type BidRefusal =
  | "no_such_listing"
  | "sold"
  | "own_listing"
  | "reserved"
  /** The site accepts no bids at the moment; those that are open run on. */
  | "not_offered"
  | "not_permitted";

type Biddable = {
  state: ListingState;
  sellerId: string;
  dealershipId: string | null;
  reservedAt: Date | null;
};

type Bidder = Pick<SignedInUser, "id" | "role" | "lacksSecondFactor" | "dealership">;

/**
 * Whether a listing accepts a bid of this person (SPEC.md §6). Null is a visitor, who may still
 * sign in with any account.
 */
export function canTakeBid(
  listing: Biddable | null | undefined,
  person: Bidder | null,
): { ok: true } | { ok: false; code: BidRefusal } {
  const refusal = findRefusal(listing, person);
  return refusal ? { ok: false, code: refusal } : { ok: true };
}

function findRefusal(
  listing: Biddable | null | undefined,
  person: Bidder | null,
): BidRefusal | null {
  if (!listing) return "no_such_listing";
  if (isSold(listing)) return "sold";
  if (listing.state !== "live") return "no_such_listing";
  if (isSellerOf(person, listing)) return "own_listing";
  if (listing.reservedAt !== null) return "reserved";
  if (!isOffered("bids")) return "not_offered";
  return person && !may(person, "bid") ? "not_permitted" : null;
}
