import { and, eq } from "drizzle-orm";
import type { Car } from "#domain/car/move-car.server.ts";
import type { DealSide } from "#domain/deal/deal-state.ts";
import {
  changeListing,
  type EditableListing,
  isListingReviewed,
  writeMove,
} from "#domain/listing/editable-listing.server.ts";
import { mayAdGoLive } from "#domain/listing/listing-ad.server.ts";
import {
  findMove,
  findMoveRefusal,
  type ListingMove,
  type MoveRefusal,
} from "#domain/listing/listing-state.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { isUuid } from "#values/uuid.ts";
import type { Owner } from "#domain/staff-change/record-staff-change.server.ts";
import type { StaffChangeRefusal } from "#domain/staff-change/staff-change.ts";
import { readBidAgreement } from "./bid-agreement.server.ts";
import { answerBids, findAcceptedBid, findListingOfBid } from "./answer-bids.server.ts";
import { notifyOfReview } from "./bid-messages.server.ts";
import { findClosedRefusal } from "./bid-state.ts";
import { bidTable } from "./bid.table.ts";
import { lockCarOfListing, moveCarAlong } from "./follow-car.server.ts";

export type MoveResult =
  | { ok: true }
  | {
      ok: false;
      code:
        | MoveRefusal
        | StaffChangeRefusal
        /**
         * There is no such listing or bid, or it is somebody else's: both look the same from
         * outside.
         */
        | "not_found"
        | "already_answered"
        | "bid_taken_back";
    };

type WantedMove = {
  by: SignedInUser;
  listingId: string;
  move: ListingMove;
  /** The bid that the move answers, if it answers one. */
  bidId?: string;
  /** What staff write to the seller when they approve a listing or send it back. */
  reason?: string;
};

/**
 * Makes one move of a listing with everything that follows, or refuses it: the bids that it
 * answers, the history, the car's other listings, the notifications. It is in this folder, not with
 * the listing, since bids are a layer above listings. The car's row is locked first, then the
 * listing's, then its bids: always in this order, so that two moves cannot deadlock.
 */
export async function moveListing(
  transaction: Transaction,
  wanted: WantedMove,
): Promise<MoveResult> {
  const { by, listingId, move, reason = "" } = wanted;
  const { notifiesSeller } = findMove(move);
  const notification = notifiesSeller && {
    reason,
    moveKind: "listing_reviewed" as const,
    notify: (_seller: Owner, objectionPath: string) =>
      notifyOfReview(transaction, listingId, `listing_${notifiesSeller}`, reason, objectionPath),
  };
  const car = await lockCarOfListing(transaction, listingId);
  if (!car) return { ok: false, code: "not_found" };
  return changeListing(transaction, { by, listingId, ...notification }, (listing) =>
    moveLocked(transaction, car, listing, wanted),
  );
}

async function moveLocked(
  transaction: Transaction,
  car: Car,
  listing: EditableListing,
  { by, listingId, move, bidId }: WantedMove,
): Promise<MoveResult> {
  const { bids = [], needsLawfulAd = false } = findMove(move);
  const answersOne = bids.some(({ from }) => from === "chosen");
  const bid = answersOne ? await findBid(transaction, listingId, bidId) : null;
  if (answersOne && !bid) return { ok: false, code: "not_found" };
  const circumstances = {
    by: listing.editedBy,
    isReviewed: isListingReviewed(),
    at: now(),
    carState: car.state,
    isAdLawful: !needsLawfulAd || (await mayAdGoLive(transaction, listingId)),
  };
  const refusal = findMoveRefusal(move, listing, circumstances);
  if (refusal) return { ok: false, code: refusal };
  if (bid && bid.state !== "open") return { ok: false, code: findClosedRefusal(bid.state) };
  const reserved = listing.reservedAt ? await findAcceptedBid(transaction, listingId) : null;
  await makeMove(transaction, {
    car,
    listingId,
    move,
    bid: bid && { id: bid.id, agreedBySide: "seller" },
    reservedBidId: reserved?.id ?? null,
    by,
    isByStaff: listing.editedBy === "staff",
  });
  return { ok: true };
}

type PermittedMove = {
  /** Its row is locked, as the listing's is. */
  car: Car;
  listingId: string;
  move: ListingMove;
  /**
   * The bid that the move answers, and the side whose answer settles its price; null if it answers
   * none.
   */
  bid: { id: string; agreedBySide: DealSide } | null;
  /** The bid that the car is reserved for, for the history of a move that answers no bid. */
  reservedBidId?: string | null;
  by: SignedInUser;
  isByStaff?: boolean;
};

/** Makes a permitted move of a listing: its history, its bids, its car. */
export async function makeMove(
  transaction: Transaction,
  { car, listingId, move, bid, reservedBidId = null, by, isByStaff = false }: PermittedMove,
): Promise<void> {
  const { bids = [], car: carMove } = findMove(move);
  const byUserId = by.id;
  const bidId = bid?.id ?? null;
  await writeMove(transaction, listingId, move, { byUserId, bidId: bidId ?? reservedBidId });
  const staff = isByStaff ? by : null;
  await answerBids(transaction, bids, { listingId, chosenId: bidId, byUserId, staff });
  if (!carMove) return;
  await moveCarAlong(transaction, {
    car,
    move: carMove,
    // If it is marked as sold while reserved, the buyer is the one that it is reserved for.
    taker: bid ? { way: "bid", id: bid.id } : { way: "elsewhere", id: null },
    agreement:
      bid && (await readBidAgreement(transaction, bid.id, { bySide: bid.agreedBySide, byUserId })),
    fromListingId: listingId,
    byUserId,
  });
}

export type SellerAnswer = "sell" | "reserve" | "decline";

/**
 * The seller's answer to one bid. If the car is already reserved for the bidder, "sold" completes
 * that, and "no" frees the car.
 */
export async function answerBid(
  transaction: Transaction,
  { by, bidId, answer }: { by: SignedInUser; bidId: string; answer: SellerAnswer },
): Promise<MoveResult> {
  const listingId = await findListingOfBid(transaction, bidId);
  const car = listingId && (await lockCarOfListing(transaction, listingId));
  if (!listingId || !car) return { ok: false, code: "not_found" };
  return changeListing<MoveResult>(transaction, { by, listingId, needs: "answerBids" }, (listing) =>
    answerLocked(transaction, car, listing, { by, bidId, answer }),
  );
}

async function answerLocked(
  transaction: Transaction,
  car: Car,
  listing: EditableListing,
  { by, bidId, answer }: { by: SignedInUser; bidId: string; answer: SellerAnswer },
): Promise<MoveResult> {
  const reserved = listing.reservedAt ? await findAcceptedBid(transaction, listing.id) : null;
  const wanted = { by, listingId: listing.id };
  if (reserved?.id !== bidId) {
    const move = ({ sell: "sell_to_bidder", reserve: "reserve", decline: "decline_bid" } as const)[
      answer
    ];
    return moveLocked(transaction, car, listing, { ...wanted, move, bidId });
  }
  if (answer === "reserve") return { ok: true };
  const move = answer === "sell" ? "mark_sold" : "decline_buyer";
  return moveLocked(transaction, car, listing, { ...wanted, move });
}

async function findBid(transaction: Transaction, listingId: string, bidId = "") {
  if (!isUuid(bidId)) return null;
  const [bid] = await transaction
    .select({ id: bidTable.id, state: bidTable.state })
    .from(bidTable)
    .where(and(eq(bidTable.id, bidId), eq(bidTable.listingId, listingId)));
  return bid ?? null;
}
