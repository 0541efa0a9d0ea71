import { eq, sql } from "drizzle-orm";
import { may } from "#domain/identity/permission.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { env } from "#platform/env/env.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { markSold } from "./answer-bid.server.ts";
import { declineOpenBids } from "./answer-bids.server.ts";
import { undoSale } from "./undo-sale.server.ts";
import { listingEventTable } from "#domain/listing/listing-event.table.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import type { ListingState } from "#domain/listing/listing.ts";
import { editableListing, lockListing } from "#domain/listing/editable-listing.server.ts";
import { LISTING_MOVES, type ListingMove, moveRefusal, type MoveRefusal } from "#domain/listing/listing-state.ts";
import { tellOfReview } from "#domain/listing/mail/seller-mail.server.ts";

export type MoveResult = { ok: true } | { ok: false; code: MoveRefusal | "not_found" };

/** What a seller hears of by e-mail, because somebody else did it. */
const REVIEWED: Partial<Record<ListingMove, "approved" | "sent_back">> = {
  approve: "approved",
  send_back: "sent_back",
};

/** LISTING_REVIEW=1: a listing goes live only once staff approved it. */
export function isListingReviewed(): boolean {
  return env().LISTING_REVIEW === true;
}

/**
 * Moves a listing from one state to another, and writes down who did and when. `reason`: what staff
 * tell the seller of a listing that they approve or send back.
 */
export async function moveListing(
  user: SignedInUser,
  listingId: string,
  move: ListingMove,
  reason = "",
): Promise<MoveResult> {
  const listing = await editableListing(user, listingId);
  if (!listing) return { ok: false, code: "not_found" };
  const by = may(user, "reviewListings") ? "staff" : "seller";
  const rules = { by, isReviewed: isListingReviewed(), at: now() } as const;
  const refusal = moveRefusal(move, listing, rules);
  if (refusal) return { ok: false, code: refusal };
  // A sale closes bids and tells bidders: the bidding room does that, in one transaction.
  if (move === "mark_sold" || move === "reopen") {
    const answer = { listingId, sellerId: listing.sellerId, byUserId: user.id };
    const done = await (move === "reopen" ? undoSale(answer) : markSold(answer));
    if (done.ok) return done;
    return { ok: false, code: done.code === "too_late" ? "too_late" : "not_from_here" };
  }
  return db().transaction(async (transaction) => {
    const locked = await lockListing(transaction, user, listingId);
    if (!locked) return { ok: false, code: "not_found" };
    const late = moveRefusal(move, locked, rules);
    if (late) return { ok: false, code: late };
    await enterState(transaction, listingId, LISTING_MOVES[move].to, user.id);
    // Nobody waits for an answer about a car that is gone.
    if (move === "remove") await declineOpenBids(transaction, locked, { byUserId: user.id });
    const news = REVIEWED[move];
    if (news) await tellOfReview(transaction, { listingId, news, reason });
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
