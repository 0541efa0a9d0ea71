import { listReceivedBids, type ReceivedBid } from "#domain/bid/bid-queries.server.ts";
import { type BidMove, listBidMoves } from "#domain/bid/bid-state.ts";
import type { BidMoveResult, BidTalk } from "#domain/bid/move-bid.server.ts";
import type { MoveResult } from "#domain/bid/move-listing.server.ts";
import { answerBid, moveBid, moveListing } from "#domain/sale/move-listing.server.ts";
import { isListingReviewed } from "#domain/listing/editable-listing.server.ts";
import { type OfferedMove, offerMoves } from "#domain/listing/listing-buttons.ts";
import { findSaleUndoEnd, type ListingStanding } from "#domain/listing/listing-state.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { type RawFields, rawValue } from "#forms/questions/raw-fields.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import type { BidsAnswered } from "./bid-words.ts";

/** A listing's bids as its seller sees them, with what can be done about each and about all. */
export type BidsOnListing = {
  received: (ReceivedBid & { moves: BidMove[] })[];
  moves: OfferedMove<"received_bids">[];
  /** Until when a sale can be taken back; null where it cannot. */
  saleUndoEnds: Date | null;
};

export async function loadReceivedBids(
  listing: ListingStanding & { id: string },
): Promise<BidsOnListing> {
  const circumstances = { by: "seller", isReviewed: isListingReviewed(), at: now() } as const;
  const received = await listReceivedBids(listing.id);
  return {
    received: received.map((bid) => ({
      ...bid,
      moves: listBidMoves(bid, listing, circumstances),
    })),
    moves: offerMoves("received_bids", listing, circumstances),
    saleUndoEnds: findSaleUndoEnd(listing.soldAt, now()),
  };
}

/** What a bidder may do about their own bid on a car. */
export function listOwnBidMoves(
  bid: Parameters<typeof listBidMoves>[0],
  listing: ListingStanding,
): BidMove[] {
  return listBidMoves(bid, listing, { by: "bidder", isReviewed: isListingReviewed(), at: now() });
}

/** What is pressed, the move of the bid that it makes, and the code of what is said afterwards. */
const TALKS = new Map<string, { move: BidTalk; done: string }>([
  ["counter", { move: "counter", done: "countered" }],
  ["withdraw-counter", { move: "withdraw_counter", done: "counter_withdrawn" }],
  ["withdraw", { move: "withdraw", done: "withdrawn" }],
  ["accept-counter", { move: "accept_counter", done: "counter_accepted" }],
  ["decline-counter", { move: "decline_counter", done: "counter_declined" }],
]);

/**
 * Everything about bids that a page takes: from the seller of the car `listingId`, or from a bidder.
 * What the seller is asked about first is answered on its own page (answer.page.tsx).
 */
export async function answerBidPost(
  user: SignedInUser,
  fields: RawFields,
  listingId: string | null,
) {
  const intent = rawValue(fields, "intent");
  const bidId = rawValue(fields, "bidId");
  const typedPrice = rawValue(fields, "counterPrice");
  const talk = TALKS.get(intent);
  const result = await db().transaction(
    (transaction: Transaction): Promise<MoveResult | BidMoveResult> => {
      if (talk) return moveBid(transaction, { by: user, bidId, move: talk.move, typedPrice });
      if (intent === "decline") return answerBid(transaction, { by: user, bidId, answer: intent });
      if (listingId !== null && (intent === "release" || intent === "reopen"))
        return moveListing(transaction, { by: user, listingId, move: intent });
      return Promise.resolve({ ok: false, code: "not_found" });
    },
  );
  const done = talk?.done ?? (intent === "reopen" ? "reopened" : "answered");
  const code = result.ok ? done : result.code;
  const isPriceWrong = code === "not_a_price";
  const answered: BidsAnswered = {
    code,
    refusedPrice: isPriceWrong ? { bidId, typed: typedPrice.slice(0, 40) } : null,
  };
  return { answered, status: result.ok ? 200 : isPriceWrong ? 422 : 409 };
}
