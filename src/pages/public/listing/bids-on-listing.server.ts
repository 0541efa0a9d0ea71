import { listReceivedBids, type ReceivedBid } from "#domain/bid/bid-queries.server.ts";
import { type BidMove, listBidMoves } from "#domain/bid/bid-state.ts";
import { isListingReviewed } from "#domain/listing/editable-listing.server.ts";
import { type OfferedMove, offerMoves } from "#domain/listing/listing-buttons.ts";
import { findSaleUndoEnd, type ListingSnapshot } from "#domain/listing/listing-state.ts";
import { now } from "#platform/clock/clock.server.ts";

/** A listing's bids for its seller, with the possible commands on each and on all. */
export type BidsOnListing = {
  received: (ReceivedBid & { moves: BidMove[] })[];
  moves: OfferedMove<"received_bids">[];
  /** The time until which a sale can be cancelled; null if it cannot. */
  saleUndoEnds: Date | null;
};

export async function loadReceivedBids(
  listing: ListingSnapshot & { id: string },
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
  listing: ListingSnapshot,
): BidMove[] {
  return listBidMoves(bid, listing, { by: "bidder", isReviewed: isListingReviewed(), at: now() });
}
