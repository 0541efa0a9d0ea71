import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import {
  changeListing,
  type EditableListing,
  isListingReviewed,
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
import type { Owner } from "#domain/staff-change/record-staff-change.server.ts";
import type { StaffChangeRefusal } from "#domain/staff-change/staff-change.ts";
import { tellBidders, tellOfReview } from "./bid-messages.server.ts";
import { type ClosedBid, recordStaffsBids } from "./staffs-bids.server.ts";
import { findClosedRefusal } from "./bid-state.ts";
import { bidEventTable, bidTable } from "./bid.table.ts";

export type MoveResult =
  | { ok: true }
  | {
      ok: false;
      code:
        | MoveRefusal
        | StaffChangeRefusal
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
  wanted: WantedMove,
): Promise<MoveResult> {
  const { by, listingId, move, reason = "" } = wanted;
  const { tellsSeller } = findMove(move);
  const told = tellsSeller && {
    reason,
    moveKind: "listing_reviewed" as const,
    tell: (_seller: Owner, objectionPath: string) =>
      tellOfReview(transaction, listingId, `listing_${tellsSeller}`, reason, objectionPath),
  };
  return changeListing(transaction, { by, listingId, ...told }, (listing) =>
    moveLocked(transaction, listing, wanted),
  );
}

async function moveLocked(
  transaction: Transaction,
  listing: EditableListing,
  { by, listingId, move, bidId }: WantedMove,
): Promise<MoveResult> {
  const { bids = [] } = findMove(move);
  const answersOne = bids.some(({ those }) => those === "chosen");
  const bid = answersOne ? await findBid(transaction, listingId, bidId) : null;
  if (answersOne && !bid) return { ok: false, code: "not_found" };
  const circumstances = { by: listing.editedBy, isReviewed: isListingReviewed(), at: now() };
  const refusal = findMoveRefusal(move, listing, circumstances);
  if (refusal) return { ok: false, code: refusal };
  if (bid && bid.state !== "open") return { ok: false, code: findClosedRefusal(bid.state) };
  const held = listing.reservedAt ? await findAcceptedBid(transaction, listingId) : null;
  await writeMove(transaction, listingId, move, {
    byUserId: by.id,
    bidId: bid?.id ?? held?.id ?? null,
  });
  const staff = listing.editedBy === "staff" ? by : null;
  const chosenId = bid?.id ?? null;
  await answerBids(transaction, bids, { listingId, chosenId, byUserId: by.id, staff });
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
  if (!found) return { ok: false, code: "not_found" };
  const { listingId } = found;
  return changeListing<MoveResult>(transaction, { by, listingId }, (listing) =>
    answerLocked(transaction, listing, { by, bidId, answer }),
  );
}

async function answerLocked(
  transaction: Transaction,
  listing: EditableListing,
  { by, bidId, answer }: { by: SignedInUser; bidId: string; answer: SellerAnswer },
): Promise<MoveResult> {
  const held = listing.reservedAt ? await findAcceptedBid(transaction, listing.id) : null;
  const wanted = { by, listingId: listing.id };
  if (held?.id !== bidId) {
    const move = ({ sell: "sell_to_bidder", reserve: "reserve", decline: "decline_bid" } as const)[
      answer
    ];
    return moveLocked(transaction, listing, { ...wanted, move, bidId });
  }
  if (answer === "reserve") return { ok: true };
  const move = answer === "sell" ? "mark_sold" : "decline_buyer";
  return moveLocked(transaction, listing, { ...wanted, move });
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
  /** Who of the staff did it in the seller's place; null for the seller. */
  staff: SignedInUser | null;
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
  const closed: ClosedBid[] = [];
  for (const outcome of outcomes) {
    for (const bid of await closeBids(transaction, outcome, answered)) {
      closed.push(bid);
      if (toldBidders.has(bid.bidderId)) continue;
      toldBidders.add(bid.bidderId);
      told.push(bid.eventId);
    }
  }
  if (answered.staff) await recordStaffsBids(transaction, answered.staff, closed, told);
  else await tellBidders(transaction, told);
}

/** Gives the bids of one outcome their new state, with an event each. */
async function closeBids(
  transaction: Transaction,
  { those, become, told }: BidOutcome,
  { listingId, chosenId, byUserId }: Answered,
): Promise<ClosedBid[]> {
  const isMeant =
    those === "chosen"
      ? inArray(bidTable.id, chosenId ? [chosenId] : [])
      : eq(bidTable.state, those);
  const bids = await transaction
    .select({ id: bidTable.id, bidderId: bidTable.bidderId, before: bidTable.state })
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
  return bids.flatMap(({ id: bidId, bidderId, before }) => {
    const eventId = eventIds.get(bidId);
    return eventId ? [{ bidId, eventId, bidderId, before, after: become }] : [];
  });
}
