import { data, type RouterContextProvider } from "react-router";
import { may } from "#domain/identity/permission.ts";
import { now } from "#platform/clock/clock.server.ts";
import { type SignedInUser, visitorOf } from "#platform/request/visitor.server.ts";
import type { RatedPrice } from "#domain/pricing/price-estimate.ts";
import { ratedPrice } from "#domain/pricing/price-estimate.server.ts";
import type { BidRefusal } from "#domain/bid/bid.ts";
import type { Bidder } from "./bid/bid-fields.tsx";
import { type ReceivedBid, receivedBids } from "#domain/bid/received-bids.server.ts";
import { saleUndoEnds } from "#domain/bid/sale-undo.ts";
import type { ListingCardFacts } from "#domain/listing/listing-card-facts.ts";
import { sellerOfListing } from "#domain/listing/listing-seller.server.ts";
import { type ListingDetails, publicListing } from "#domain/listing/listing.server.ts";
import { isSold } from "#domain/listing/listing.ts";
import { similarCars } from "#domain/listing/similar-cars.server.ts";
import { countListingView } from "#domain/listing/views/view-count.server.ts";

/** What the page knows of the person who looks. */
export type ListingViewer = {
  email: string | null;
  isSeller: boolean;
  /** Who would bid; null for a visitor, and where a bid is not possible. */
  bidder: Bidder | null;
  bidRefusal: BidRefusal | "not_permitted" | null;
};

export type ListingPageData = {
  listing: ListingDetails;
  viewer: ListingViewer;
  /** For its seller only. */
  bids: ReceivedBid[] | null;
  /** For its seller only: until when a sale can be taken back. */
  saleUndoEnds: Date | null;
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
  const listing = await publicListing(listingId);
  const seller = listing && (await sellerOfListing(listingId));
  if (!listing || !seller) throw data(null, { status: 404 });
  const { user } = visitorOf(context);
  const isSeller = user?.id === seller.userId;
  const [bids, similar, rated] = await Promise.all([
    isSeller ? receivedBids(listing.id) : null,
    similarCars(listing),
    ratedPrice(listing),
    countListingView({
      listing: { id: listing.id, sellerId: seller.userId },
      userId: user?.id ?? null,
      headers,
    }),
  ]);
  const viewer = viewerOf(listing, user, isSeller);
  const undoEnds = isSeller ? saleUndoEnds(seller.soldAt, now()) : null;
  return { listing, viewer, bids, saleUndoEnds: undoEnds, similar, rated };
}

export function viewerOf(
  listing: ListingDetails,
  user: SignedInUser | null,
  isSeller: boolean,
): ListingViewer {
  const bidRefusal = refusalFor(listing, user, isSeller);
  const bidder =
    user && !bidRefusal ? { name: user.name, email: user.email, phone: user.phone } : null;
  return { email: user?.email ?? null, isSeller, bidder, bidRefusal };
}

/** As the page can know it; the insert decides. A visitor may still turn out to be the seller. */
function refusalFor(
  listing: ListingDetails,
  user: SignedInUser | null,
  isSeller: boolean,
): ListingViewer["bidRefusal"] {
  if (isSold(listing)) return "sold";
  if (isSeller) return "own_listing";
  if (listing.isReserved) return "reserved";
  return user && !may(user, "bid") ? "not_permitted" : null;
}
