import { data, type RouterContextProvider } from "react-router";
import { type BidRefusal, canTakeBid } from "#domain/bid/bid-conditions.ts";
import { findBesideBid, findCurrentBid } from "#domain/bid/bid-queries.server.ts";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import {
  findListingDetails,
  isListingGone,
  type ListingDetails,
} from "#domain/listing/listing-queries.server.ts";
import {
  findListingSeller,
  type ListingSeller,
  revealPhone,
} from "#domain/listing/listing-seller.server.ts";
import { isSellerOf } from "#domain/listing/seller-side.ts";
import { findRatedPrice } from "#domain/pricing/price-estimate.server.ts";
import type { RatedPrice } from "#domain/pricing/price-estimate.ts";
import { findLanding } from "#domain/landing/landing-queries.server.ts";
import { findSimilarCars } from "#domain/search-index/cars-for-sale.server.ts";
import { landingPath } from "#domain/landing/landing.ts";
import { defineCommands, runCommand } from "#pages/command/commands.server.ts";
import type { PageArgs } from "#pages/session/guards.server.ts";
import { cacheRead } from "#platform/database/cached-reads.server.ts";
import { getLocale } from "#messages/runtime.js";
import { type SignedInUser, readVisitor } from "#platform/request/visitor.server.ts";
import { featureLabel } from "#values/feature-label.ts";
import { describeSpecifications, type SpecificationLine } from "#values/specification.ts";
import type { Bidder } from "./bid-fields.tsx";
import { type ListingSubject, ownBidCommands, receivedBidCommands } from "./bid-commands.server.ts";
import { type BidsOnListing, listOwnBidMoves, loadReceivedBids } from "./bids-on-listing.server.ts";
import { type DeclaredView, viewDeclared } from "./declared-view.server.ts";
import type { BidOnCar } from "./own-bid.tsx";
import type { PhoneRevealResult } from "./seller-card.tsx";

/** What the page knows about its viewer. */
type ListingViewer = {
  email: string | null;
  isSeller: boolean;
  /** The viewer as a bidder; null for a visitor, and if no bid is possible. */
  bidder: Bidder | null;
  bidRefusal: BidRefusal | null;
  /** Their own bid on this car, open or accepted. */
  ownBid: BidOnCar | null;
  /** The highest open bid of other people, for members. */
  highestBidCad: number | null;
};

export type ListingPageData = {
  listing: ListingDetails;
  /** As text, so that the browser does not load the texts of all features. */
  features: string[];
  /** The same for its specifications. */
  specifications: SpecificationLine[];
  /** The same for the seller's declaration. */
  declared: DeclaredView[];
  viewer: ListingViewer;
  /** Only for its seller: the bids and the possible commands. */
  bids: BidsOnListing | null;
  similar: ListingCardFacts[];
  /** The rating of the price; null for a sold car, and if there are too few similar listings. */
  rated: RatedPrice | null;
  /** The landing pages of its make and model, in this order. */
  parents: ParentPage[];
};

type ParentPage = { name: string; path: string };

/**
 * All data of the listing's page.
 * @throws 404 if it is not public, 410 if it was public and has been removed.
 */
export async function loadListing(
  listingId: string,
  context: Readonly<RouterContextProvider>,
): Promise<ListingPageData> {
  const shown = await readListing(listingId);
  if (!shown) throw data(null, { status: (await isListingGone(listingId)) ? 410 : 404 });
  const { listing, seller, ...others } = shown;
  const { user } = readVisitor({ context });
  const viewer = await findViewer(listing, seller, user);
  const bids = viewer.isSeller ? await loadReceivedBids({ ...seller, ...listing }) : null;
  const locale = getLocale();
  const features = listing.features.map((code) => featureLabel(code, locale));
  const declared = viewDeclared(listing, listing.declaredChanges, locale);
  const specifications = describeSpecifications(listing, locale);
  return { listing, features, specifications, declared, viewer, bids, ...others };
}

/**
 * The part of the page that is the same for everybody, and the seller; null if it is not public.
 */
const readListing = cacheRead(
  async (listingId: string) => {
    const [listing, seller] = await Promise.all([
      findListingDetails(listingId),
      findListingSeller(listingId),
    ]);
    if (!listing || !seller) return null;
    const [similar, rated, parents] = await Promise.all([
      findSimilarCars(listing),
      findRatedPrice(listing),
      findParentPages(listing),
    ]);
    return { listing, seller, similar, rated, parents };
  },
  { most: 500 },
);

/** The landing pages of its make and model, if they exist. */
async function findParentPages({ make, model }: ListingDetails): Promise<ParentPage[]> {
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

/** What a person may do on the page. The insert checks again whether a bid is accepted. */
export async function findViewer(
  listing: Pick<ListingDetails, "id" | "state">,
  seller: ListingSeller,
  user: SignedInUser | null,
): Promise<ListingViewer> {
  const { userId: sellerId, dealershipId, reservedAt, soldAt } = seller;
  const isSeller = isSellerOf(user, { sellerId, dealershipId });
  const isBuyer = user !== null && !isSeller;
  const [ownBid, beside] = isBuyer
    ? await Promise.all([findCurrentBid(listing.id, user.id), findBesideBid(listing.id, user.id)])
    : [null, null];
  const bid = canTakeBid({ state: listing.state, sellerId, dealershipId, reservedAt }, user);
  const bidder = user && bid.ok ? user : null;
  return {
    email: user?.email ?? null,
    isSeller,
    bidder: bidder && {
      name: bidder.name,
      email: bidder.email,
      phone: bidder.phone ?? beside?.lastPhone ?? null,
    },
    bidRefusal: bid.ok ? null : bid.code,
    ownBid: ownBid && {
      ...ownBid,
      moves: listOwnBidMoves(ownBid, { state: listing.state, reservedAt, soldAt }),
    },
    highestBidCad: beside?.highestCad ?? null,
  };
}

/** The commands of the seller and of a bidder, and "Show number" for everybody. */
const commands = defineCommands<ListingSubject>()({
  "show-number": { run: ({ args }, { listingId }) => revealSellerPhone(listingId, args) },
  ...ownBidCommands,
  ...receivedBidCommands,
});
export type ListingPress = keyof typeof commands;

/** Handles the commands of a listing's page. */
export function handleListingPost(args: PageArgs, listingId: string) {
  return runCommand(args, commands, { listingId });
}

async function revealSellerPhone(listingId: string, args: PageArgs) {
  const { user, ipAddress } = readVisitor(args);
  const revealed = await revealPhone(listingId, { user, ipAddress });
  if (revealed.ok && revealed.phone) return respondWithPhone({ phone: revealed.phone }, 200);
  if (!revealed.ok && revealed.code === "too_many_numbers") {
    const minutes = Math.ceil(revealed.retryAfterSeconds / 60);
    return respondWithPhone({ refusal: "too_many", minutes }, 429, {
      "retry-after": String(revealed.retryAfterSeconds),
    });
  }
  return respondWithPhone({ refusal: "failed" }, 404);
}

function respondWithPhone(
  shown: PhoneRevealResult,
  status: number,
  headers: Record<string, string> = {},
) {
  return data({ shown }, { status, headers });
}
