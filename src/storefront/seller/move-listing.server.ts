import { and, eq, sql } from "drizzle-orm";
import { may } from "#backoffice/identity/permission.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { env } from "#platform/env/env.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { declineBid, markSold } from "#storefront/listing/bid/answer-bid.server.ts";
import { bidTable } from "#storefront/listing/bid/bid.table.ts";
import { listingEventTable } from "#storefront/listing/listing-event.table.ts";
import { listingTable } from "#storefront/listing/listing.table.ts";
import type { ListingState } from "#storefront/listing/listing.ts";
import { editableListing, lockListing } from "./editable-listing.server.ts";
import { LISTING_MOVES, type ListingMove, moveRefusal, type MoveRefusal } from "./listing-moves.ts";

export type MoveResult = { ok: true } | { ok: false; code: MoveRefusal | "not_found" };

/** LISTING_REVIEW=1: a listing goes live only once staff approved it. */
export function isListingReviewed(): boolean {
  return env().LISTING_REVIEW === true;
}

/** Moves a listing from one state to another, and writes down who did and when. */
export async function moveListing(
  user: SignedInUser,
  listingId: string,
  move: ListingMove,
): Promise<MoveResult> {
  const listing = await editableListing(user, listingId);
  if (!listing) return { ok: false, code: "not_found" };
  const by = may(user, "reviewListings") ? "staff" : "seller";
  const rules = { by, isReviewed: isListingReviewed() } as const;
  const refusal = moveRefusal(move, listing, rules);
  if (refusal) return { ok: false, code: refusal };
  // A sale closes bids and tells bidders: the bidding room does that, in one transaction.
  if (move === "mark_sold") {
    const sold = await markSold({ listingId, sellerId: listing.sellerId });
    return sold.ok ? sold : { ok: false, code: "not_from_here" };
  }
  if (move === "remove") await declineOpenBids(listingId, listing.sellerId);
  return db().transaction(async (transaction) => {
    const locked = await lockListing(transaction, user, listingId);
    if (!locked) return { ok: false, code: "not_found" };
    const late = moveRefusal(move, locked, rules);
    if (late) return { ok: false, code: late };
    await enterState(transaction, listingId, LISTING_MOVES[move].to, user.id);
    return { ok: true };
  });
}

/** Sets a locked listing's state, with its event. The day it was posted is the first it was live. */
export async function enterState(
  transaction: Transaction,
  listingId: string,
  state: ListingState,
  byUserId: string,
): Promise<void> {
  const postedAt =
    state === "live" ? { postedAt: sql`coalesce(posted_at, clock_timestamp())` } : {};
  await transaction
    .update(listingTable)
    .set({ state, ...postedAt })
    .where(eq(listingTable.id, listingId));
  await transaction
    .insert(listingEventTable)
    .values({ listingId, kind: state, byUserId, at: sql`clock_timestamp()` });
}

/** Nobody waits for an answer about a car that is gone. */
async function declineOpenBids(listingId: string, sellerId: string): Promise<void> {
  const open = await db()
    .select({ id: bidTable.id })
    .from(bidTable)
    .where(and(eq(bidTable.listingId, listingId), eq(bidTable.state, "open")));
  for (const { id } of open) await declineBid({ bidId: id, sellerId });
}
