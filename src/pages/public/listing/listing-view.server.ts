import { data, type RouterContextProvider } from "react-router";
import { now } from "#platform/clock/clock.server.ts";
import { type SignedInUser, visitorOf } from "#platform/request/visitor.server.ts";
import type { RatedPrice } from "#domain/pricing/price-estimate.ts";
import { ratedPrice } from "#domain/pricing/price-estimate.server.ts";
import type { Bidder } from "./bid-fields.tsx";
import { type ReceivedBid, listReceivedBids } from "#domain/bid/bid-queries.server.ts";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { type ListingSeller, findListingSeller } from "#domain/listing/listing-seller.server.ts";
import {
  type ListingDetails,
  findPublicListing,
  findSimilarCars,
} from "#domain/listing/listing-queries.server.ts";
import {
  type BidRefusal,
  canTakeBid,
  findSaleUndoEnd,
  type OfferedMove,
  offerMoves,
} from "#domain/listing/listing-state.ts";
import { isListingReviewed } from "#domain/listing/editable-listing.server.ts";
import { countListingView } from "#domain/listing/view-count.server.ts";

/** What the page knows of the person who looks. */
export type ListingViewer = {
  email: string | null;
  isSeller: boolean;
  /** Who would bid; null for a visitor, and where a bid is not possible. */
  bidder: Bidder | null;
  bidRefusal: BidRefusal | null;
};

export type ReceivedBids = {
  received: ReceivedBid[];
  moves: OfferedMove<"received_bids">[];
  /** For each bid that is open. */
  movesOfOne: OfferedMove<"one_bid">[];
  /** Until when a sale can be taken back; null where it cannot. */
  saleUndoEnds: Date | null;
};

export type ListingPageData = {
  listing: ListingDetails;
  viewer: ListingViewer;
  /** For its seller only: the bids, and what can be done about them. */
  bids: ReceivedBids | null;
  similar: ListingCardFacts[];
  /** How the price stands to others; null for a sold car, and where too few listings could say. */
  rated: RatedPrice | null;
};

/** Everything of the listing's page; the visit counts for its seller. @throws 404 for what is not public. */
export async function loadListing(
  listingId: string,
  context: Readonly<RouterContextProvider>,
  headers: Headers,
): Promise<ListingPageData> {
  const listing = await findPublicListing(listingId);
  const seller = listing && (await findListingSeller(listingId));
  if (!listing || !seller) throw data(null, { status: 404 });
  const { user } = visitorOf(context);
  const viewer = findViewer(listing, seller, user);
  const { isSeller } = viewer;
  const [bids, similar, rated] = await Promise.all([
    isSeller ? listReceivedBids(listing.id) : null,
    findSimilarCars(listing),
    ratedPrice(listing),
    countListingView({
      listing: { id: listing.id, sellerId: seller.userId },
      userId: user?.id ?? null,
      headers,
    }),
  ]);
  const circumstances = { by: "seller", isReviewed: isListingReviewed(), at: now() } as const;
  const standing = { ...seller, state: listing.state };
  return {
    listing,
    viewer,
    bids: bids && {
      received: bids,
      moves: offerMoves("received_bids", standing, circumstances),
      movesOfOne: offerMoves("one_bid", standing, circumstances),
      saleUndoEnds: findSaleUndoEnd(seller.soldAt, now()),
    },
    similar,
    rated,
  };
}

/** What a person may do on the page. The insert decides again whether a bid is taken. */
export function findViewer(
  listing: Pick<ListingDetails, "state">,
  seller: ListingSeller,
  user: SignedInUser | null,
): ListingViewer {
  const { userId: sellerId, reservedAt } = seller;
  const bid = canTakeBid({ state: listing.state, sellerId, reservedAt }, user);
  return {
    email: user?.email ?? null,
    isSeller: user?.id === sellerId,
    bidder: user && bid.ok ? { name: user.name, email: user.email, phone: user.phone } : null,
    bidRefusal: bid.ok ? null : bid.code,
  };
}
