import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import {
  isListingReviewed,
  lockListing,
  writeMove,
} from "#domain/listing/editable-listing.server.ts";
import {
  type BidOutcome,
  findMove,
  findMoveRefusal,
  type ListingMove,
  type MoveRefusal,
} from "#domain/listing/listing-state.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { isUuid } from "#values/uuid.ts";
import { moveBidLeads } from "./bid-lead.server.ts";
import { tellBidders, tellOfReview } from "./bid-messages.server.ts";
import { findClosedRefusal } from "./bid-state.ts";
import { bidEventTable, bidTable } from "./bid.table.ts";

export type MoveResult =
  | { ok: true }
  | {
      ok: false;
      code:
        | MoveRefusal
        /** There is no such listing or bid, or it is somebody else's: both look the same from outside. */
        | "not_found"
        | "already_answered"
        | "bid_taken_back";
    };

type WantedMove = {
  by: SignedInUser;
  listingId: string;
  move: ListingMove;
  /** The bid that the move answers, where it answers one. */
  bidId?: string;
  /** What staff tell the seller of a listing that they approve or send back. */
  reason?: string;
};

/**
 * Makes one move of a listing with all that it owes, or refuses: the bids that it answers, the
 * history, who is told. It stands here and not with the listing, for bids are above listings. The
 * listing's row is locked first, then its bids: always in this order, so that two moves never wait
 * for each other.
 */
export async function moveListing(
  transaction: Transaction,
  { by, listingId, move, bidId, reason = "" }: WantedMove,
): Promise<MoveResult> {
  const listing = await lockListing(transaction, by, listingId);
  const { bids = [], tellsSeller } = findMove(move);
  const answersOne = bids.some(({ those }) => those === "chosen");
  const bid = answersOne ? await findBid(transaction, listingId, bidId) : null;
  if (!listing || (answersOne && !bid)) return { ok: false, code: "not_found" };
  const circumstances = { by: listing.editedBy, isReviewed: isListingReviewed(), at: now() };
  const refusal = findMoveRefusal(move, listing, circumstances);
  if (refusal) return { ok: false, code: refusal };
  if (bid && bid.state !== "open") return { ok: false, code: findClosedRefusal(bid.state) };
  const held = listing.reservedAt ? await findAcceptedBid(transaction, listingId) : null;
  await writeMove(transaction, listingId, move, {
    byUserId: by.id,
    bidId: bid?.id ?? held?.id ?? null,
  });
  await answerBids(transaction, bids, { listingId, chosenId: bid?.id ?? null, byUserId: by.id });
  if (tellsSeller) await tellOfReview(transaction, listingId, `listing_${tellsSeller}`, reason);
  return { ok: true };
}

export type SellerAnswer = "sell" | "reserve" | "decline";

/**
 * The seller's answer to one bid. For the bidder whom the car is held for already, "sold" is the end
 * of that, and "no" sets the car free.
 */
export async function answerBid(
  transaction: Transaction,
  { by, bidId, answer }: { by: SignedInUser; bidId: string; answer: SellerAnswer },
): Promise<MoveResult> {
  if (!isUuid(bidId)) return { ok: false, code: "not_found" };
  const [found] = await transaction
    .select({ listingId: bidTable.listingId })
    .from(bidTable)
    .where(eq(bidTable.id, bidId));
  const listing = found && (await lockListing(transaction, by, found.listingId));
  if (!listing) return { ok: false, code: "not_found" };
  const held = listing.reservedAt ? await findAcceptedBid(transaction, listing.id) : null;
  const wanted = { by, listingId: listing.id };
  if (held?.id !== bidId) {
    const move = ({ sell: "sell_to_bidder", reserve: "reserve", decline: "decline_bid" } as const)[
      answer
    ];
    return moveListing(transaction, { ...wanted, move, bidId });
  }
  if (answer === "reserve") return { ok: true };
  const move = answer === "sell" ? "mark_sold" : "decline_buyer";
  return moveListing(transaction, { ...wanted, move });
}

async function findBid(transaction: Transaction, listingId: string, bidId = "") {
  if (!isUuid(bidId)) return null;
  const [bid] = await transaction
    .select({ id: bidTable.id, state: bidTable.state })
    .from(bidTable)
    .where(and(eq(bidTable.id, bidId), eq(bidTable.listingId, listingId)));
  return bid ?? null;
}

async function findAcceptedBid(transaction: Transaction, listingId: string) {
  const [bid] = await transaction
    .select({ id: bidTable.id })
    .from(bidTable)
    .where(and(eq(bidTable.listingId, listingId), eq(bidTable.state, "accepted")));
  return bid ?? null;
}

type Answered = {
  listingId: string;
  /** The bid that the seller answered, where they answered one. */
  chosenId: string | null;
  byUserId: string;
};

/**
 * Answers a listing's bids as one of its moves asks for, and tells each bidder once: about the first
 * of their bids in the order of the outcomes, the highest first. The caller has locked the listing.
 */
async function answerBids(
  transaction: Transaction,
  outcomes: readonly BidOutcome[],
  answered: Answered,
): Promise<void> {
  const toldBidders = new Set<string>();
  const told: string[] = [];
  for (const outcome of outcomes) {
    for (const { eventId, bidderId } of await closeBids(transaction, outcome, answered)) {
      if (toldBidders.has(bidderId)) continue;
      toldBidders.add(bidderId);
      told.push(eventId);
    }
  }
  await tellBidders(transaction, told);
}

/** Gives the bids of one outcome their new state, with an event each. */
async function closeBids(
  transaction: Transaction,
  { those, become, told }: BidOutcome,
  { listingId, chosenId, byUserId }: Answered,
): Promise<{ eventId: string; bidderId: string }[]> {
  const isMeant =
    those === "chosen"
      ? inArray(bidTable.id, chosenId ? [chosenId] : [])
      : eq(bidTable.state, those);
  const bids = await transaction
    .select({ id: bidTable.id, bidderId: bidTable.bidderId })
    .from(bidTable)
    .where(and(eq(bidTable.listingId, listingId), isMeant))
    .orderBy(desc(bidTable.priceCad), asc(bidTable.placedAt));
  if (bids.length === 0) return [];
  const ids = bids.map(({ id }) => id);
  await transaction.update(bidTable).set({ state: become }).where(inArray(bidTable.id, ids));
  await moveBidLeads(transaction, ids, { state: become, byUserId });
  const events = await transaction
    .insert(bidEventTable)
    .values(ids.map((bidId) => ({ bidId, kind: told, byUserId, at: sql`clock_timestamp()` })))
    .returning({ id: bidEventTable.id, bidId: bidEventTable.bidId });
  const eventIds = new Map(events.map(({ id, bidId }) => [bidId, id]));
  return bids.flatMap(({ id, bidderId }) => {
    const eventId = eventIds.get(id);
    return eventId ? [{ eventId, bidderId }] : [];
  });
}
