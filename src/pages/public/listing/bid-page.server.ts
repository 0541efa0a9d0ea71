import { randomUUID } from "node:crypto";
import { data } from "react-router";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { requireMember, type PageArgs } from "#pages/session/guards.server.ts";
import { postedFields } from "#pages/public/form-journey/posted-fields.server.ts";
import { findListingSeller } from "#domain/listing/listing-seller.server.ts";
import { findViewer, type ListingViewer } from "./listing-view.server.ts";
import { type ListingDetails, findPublicListing } from "#domain/listing/listing-queries.server.ts";
import { isListingId } from "#domain/listing/listing.ts";
import type { TypedFields } from "./bid-fields.tsx";
import type { BidProblem } from "#domain/bid/bid.ts";
import { receiveBid } from "#domain/bid/place-bid.server.ts";

export type BidPageData = { listing: ListingDetails; viewer: ListingViewer; bidId: string };

/** @throws a redirect to sign-in for a visitor, 404 for a listing that is not public. */
export async function loadBidPage(args: PageArgs, listingId: string): Promise<BidPageData> {
  const { user } = requireMember(args);
  const listing = await findPublicListing(listingId);
  const seller = listing && (await findListingSeller(listingId));
  if (!listing || !seller) throw data(null, { status: 404 });
  return {
    listing,
    viewer: findViewer(listing, seller, user),
    bidId: randomUUID(),
  };
}

export type BidPostAnswer = {
  placedCad: number | null;
  problems: BidProblem[];
  /** Why it was refused as a whole. */
  code: string | null;
  typed: TypedFields;
  /** The same press again is the same bid. */
  bidId: string;
};

export async function answerBidPost(args: PageArgs, listingId: string) {
  const { user } = requireMember(args);
  const raw = await postedFields(args.request);
  const typed: TypedFields = {
    bidderPhone: rawValue(raw, "bidderPhone"),
    proposedPrice: rawValue(raw, "proposedPrice"),
    bidderMessage: rawValue(raw, "bidderMessage"),
  };
  const given = rawValue(raw, "bidId");
  const bidId = isListingId(given) ? given : randomUUID();
  const answer = (part: Partial<BidPostAnswer>, status: number, headers = {}) =>
    data<BidPostAnswer>(
      { placedCad: null, problems: [], code: null, typed, bidId, ...part },
      { status, headers },
    );
  const received = await receiveBid({
    id: bidId,
    listingId,
    bidder: user,
    locale: user.locale,
    typed,
  });
  if (received.ok) return answer({ placedCad: received.priceCad }, 200);
  switch (received.code) {
    case "put_right":
      return answer({ problems: received.problems }, 422);
    case "too_many_bids":
      return answer({ code: received.code }, 429, {
        "retry-after": String(received.retryAfterSeconds),
      });
    case "not_permitted":
      return answer({ code: received.code }, 403);
    case "no_such_listing":
      return answer({ code: received.code }, 404);
    default:
      return answer({ code: received.code }, 409);
  }
}
