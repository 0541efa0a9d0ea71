import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { isListingReviewed } from "#domain/listing/editable-listing.server.ts";
import { may } from "#domain/identity/permission.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { isSellerOf } from "#domain/listing/seller-side.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { readNumber } from "#values/number-reading.ts";
import { findListingOfBid } from "./answer-bids.server.ts";
import { moveBidLeads } from "./bid-lead.server.ts";
import { notifyOtherSide } from "./bid-messages.server.ts";
import { type BidMove, type BidMoveRefusal, findBidMove, findBidMoveRefusal } from "./bid-state.ts";
import { bidEventTable, bidTable } from "./bid.table.ts";
import { findCounterRule } from "./bid.ts";
import { lockCarOfListing } from "./follow-car.server.ts";
import { makeMove } from "./move-listing.server.ts";

export type BidMoveResult =
  | { ok: true }
  /** `not_found`: there is no such bid, or it is between other people: both look the same. */
  | { ok: false; code: BidMoveRefusal | "not_found" | "not_a_price" };

/**
 * The moves that this command makes; the seller's other answers are moves of the car (`answerBid`).
 */
export type NegotiationAction = Extract<
  BidMove,
  "withdraw" | "counter" | "withdraw_counter" | "accept_counter" | "decline_counter"
>;

type NegotiationRequest = {
  by: SignedInUser;
  bidId: string;
  move: NegotiationAction;
  /** The price of the counter-offer as typed, if the move makes one. */
  typedPrice?: string;
};

/**
 * Makes one move of a bid between its two people, and notifies the other one by e-mail. The car and
 * the listing are locked first, then the bid is read: a simultaneous change of the same car waits
 * for this one and then sees its result, so that only one of them succeeds.
 */
export async function moveBid(
  transaction: Transaction,
  { by, bidId, move, typedPrice = "" }: NegotiationRequest,
): Promise<BidMoveResult> {
  const found = await lockBid(transaction, by, bidId);
  const { by: mover, to, answers, listing: listingMove, records } = findBidMove(move);
  if (!found || !found.sides[mover]) return { ok: false, code: "not_found" };
  const { car, bid, listing } = found;
  const circumstances = { by: mover, isReviewed: isListingReviewed(), at: now() };
  const refusal = findBidMoveRefusal(move, bid, listing, circumstances);
  if (refusal) return { ok: false, code: refusal };
  const price = move === "counter" ? readNumber(typedPrice, findCounterRule(bid)) : null;
  if (price && !price.ok) return { ok: false, code: "not_a_price" };
  await transaction
    .update(bidTable)
    .set({
      state: to,
      ...(price && { counterCad: price.value }),
      ...(answers && { counterAnswer: answers }),
    })
    .where(eq(bidTable.id, bidId));
  if (listingMove) {
    const agreed = { id: bidId, agreedBySide: "buyer" } as const;
    await makeMove(transaction, { car, listingId: listing.id, move: listingMove, bid: agreed, by });
  }
  if (to !== "open") await moveBidLeads(transaction, [bidId], { state: to, byUserId: by.id });
  const eventId = randomUUID();
  await transaction
    .insert(bidEventTable)
    .values({ id: eventId, bidId, kind: records, byUserId: by.id, at: sql`clock_timestamp()` });
  await notifyOtherSide(transaction, eventId, records);
  return { ok: true };
}

/** A bid with its car and its listing, both locked, and on which of its sides the person is. */
async function lockBid(transaction: Transaction, by: SignedInUser, bidId: string) {
  const listingId = await findListingOfBid(transaction, bidId);
  if (!listingId) return null;
  const car = await lockCarOfListing(transaction, listingId);
  const [listing] = await transaction
    .select()
    .from(listingTable)
    .where(eq(listingTable.id, listingId))
    .for("update");
  const [bid] = await transaction.select().from(bidTable).where(eq(bidTable.id, bidId));
  if (!car || !listing || !bid) return null;
  const isSeller = isSellerOf(by, listing) && may(by, "answerBids");
  return { car, listing, bid, sides: { bidder: bid.bidderId === by.id, seller: isSeller } };
}
