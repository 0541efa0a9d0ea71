import { data, redirect, type RouterContextProvider } from "react-router";
import { type BidRefusal, canTakeBid } from "#domain/bid/bid-conditions.ts";
import { listReceivedBids, type ReceivedBid } from "#domain/bid/bid-queries.server.ts";
import { answerBid, moveListing, type MoveResult } from "#domain/bid/move-listing.server.ts";
import { isListingReviewed } from "#domain/listing/editable-listing.server.ts";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import {
  findPublicListing,
  findSimilarCars,
  isListingGone,
  type ListingDetails,
} from "#domain/listing/listing-queries.server.ts";
import {
  findListingSeller,
  type ListingSeller,
  revealPhone,
} from "#domain/listing/listing-seller.server.ts";
import { findSaleUndoEnd, type OfferedMove, offerMoves } from "#domain/listing/listing-state.ts";
import { countListingView } from "#domain/listing/view-count.server.ts";
import { ratedPrice } from "#domain/pricing/price-estimate.server.ts";
import type { RatedPrice } from "#domain/pricing/price-estimate.ts";
import { findLanding } from "#domain/search/landing.server.ts";
import { landingPath } from "#domain/search/landing.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { postedForm } from "#platform/request/posted-form.server.ts";
import { type SignedInUser, readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import type { Bidder } from "./bid-fields.tsx";
import { type AnsweredBids, describeAnswered } from "./bid-words.ts";
import type { ShownNumber } from "./seller-card.tsx";

/** What the page knows of the person who looks. */
type ListingViewer = {
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
  /** Its make and model, from the widest. */
  above: PageAbove[];
};

type PageAbove = { name: string; path: string };

/**
 * Everything of the listing's page; the visit counts for its seller.
 * @throws 404 for what is not public, 410 for what was and is gone.
 */
export async function loadListing(
  listingId: string,
  context: Readonly<RouterContextProvider>,
  headers: Headers,
): Promise<ListingPageData> {
  const listing = await findPublicListing(listingId);
  const seller = listing && (await findListingSeller(listingId));
  if (!listing || !seller) {
    throw data(null, { status: (await isListingGone(listingId)) ? 410 : 404 });
  }
  const { user } = readVisitor({ context });
  const viewer = findViewer(listing, seller, user);
  const { isSeller } = viewer;
  const [bids, similar, rated, above] = await Promise.all([
    isSeller ? listReceivedBids(listing.id) : null,
    findSimilarCars(listing),
    ratedPrice(listing),
    findPagesAbove(listing),
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
    above,
  };
}

/** The pages of its make and model, those that other cars for sale keep there. */
async function findPagesAbove({ make, model }: ListingDetails): Promise<PageAbove[]> {
  const subjects = [
    { subject: { kind: "make", make } as const, name: make },
    { subject: { kind: "model", make, model } as const, name: model },
  ];
  const found = subjects.map(async ({ subject, name }) => {
    const path = landingPath(subject);
    return path && (await findLanding(path)) ? [{ name, path }] : [];
  });
  return (await Promise.all(found)).flat();
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

type ListingPostAnswer = { shown: ShownNumber; answered: AnsweredBids };

/**
 * What is pressed on a listing's page: "Show number", and the seller's answers to bids. What the
 * seller is asked about first is answered on its own page (bid/answer.page.tsx).
 */
export async function answerListingPost(
  request: Request,
  listingId: string,
  context: Readonly<RouterContextProvider>,
) {
  const fields = await postedForm(request);
  const intent = fields.get("intent");
  if (intent === "show-number") return showNumber(listingId, context);
  const { user } = readVisitor({ context });
  if (!user) {
    const returnTo = new URLSearchParams({ returnTo: hrefIn(paths.listing(listingId)) });
    throw redirect(`${hrefIn(paths.signIn())}?${returnTo}`, 303);
  }
  const bidId = fields.get("bidId");
  const result = await db().transaction(async (transaction): Promise<MoveResult> => {
    if (intent === "release" || intent === "reopen")
      return moveListing(transaction, { by: user, listingId, move: intent });
    if (intent !== "decline" || typeof bidId !== "string") return { ok: false, code: "not_found" };
    return answerBid(transaction, { by: user, bidId, answer: "decline" });
  });
  const done = intent === "reopen" ? "reopened" : "answered";
  const answered = describeAnswered(result.ok ? done : result.code);
  return answerWith({ answered }, result.ok ? 200 : 409);
}

async function showNumber(listingId: string, context: Readonly<RouterContextProvider>) {
  const { user, ipAddress } = readVisitor({ context });
  const revealed = await revealPhone(listingId, { user, ipAddress });
  if (revealed.ok && revealed.phone) return answerWith({ shown: { phone: revealed.phone } }, 200);
  if (!revealed.ok && revealed.code === "too_many_numbers") {
    const minutes = Math.ceil(revealed.retryAfterSeconds / 60);
    return answerWith({ shown: { refusal: "too_many", minutes } }, 429, {
      "retry-after": String(revealed.retryAfterSeconds),
    });
  }
  return answerWith({ shown: { refusal: "failed" } }, 404);
}

function answerWith(
  answer: Partial<ListingPostAnswer>,
  status: number,
  headers: Record<string, string> = {},
) {
  return data<ListingPostAnswer>({ shown: null, answered: null, ...answer }, { status, headers });
}
