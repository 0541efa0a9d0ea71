import { and, asc, desc, eq, inArray, notInArray, sql } from "drizzle-orm";
import type { BidOutcome } from "#domain/listing/listing-state.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { isUuid } from "#values/uuid.ts";
import { moveBidLeads } from "./bid-lead.server.ts";
import { notifyBidders } from "./bid-messages.server.ts";
import { bidEventTable, bidTable } from "./bid.table.ts";
import { type ClosedBid, recordStaffsBids } from "./staffs-bids.server.ts";

type AnsweredBids = {
  listingId: string;
  /** The bid that the seller answered; null if the move answers none. */
  chosenId: string | null;
  /** Null for a person without an account: one who sold to a dealership by the link of a mail. */
  byUserId: string | null;
  /** The member of staff who did it in the seller's place; null if the seller did it. */
  staff: SignedInUser | null;
};

/**
 * Gives a listing's bids the outcomes that one of its moves requires, and notifies each bidder
 * once: about the first of their bids in the order of the outcomes, the highest first. The caller
 * has locked the listing.
 */
export async function answerBids(
  transaction: Transaction,
  outcomes: readonly BidOutcome[],
  answered: AnsweredBids,
): Promise<void> {
  const notifiedBidders = new Set<string>();
  const notifications: string[] = [];
  const closed: ClosedBid[] = [];
  for (const outcome of outcomes) {
    // A bid that an earlier outcome opened or closed is not changed again.
    const done = closed.map(({ bidId }) => bidId);
    for (const bid of await closeBids(transaction, outcome, answered, done)) {
      closed.push(bid);
      if (notifiedBidders.has(bid.bidderId)) continue;
      notifiedBidders.add(bid.bidderId);
      notifications.push(bid.eventId);
    }
  }
  if (answered.staff) await recordStaffsBids(transaction, answered.staff, closed, notifications);
  else await notifyBidders(transaction, notifications);
}

/** Gives the bids of one outcome their new state, with one event each. */
async function closeBids(
  transaction: Transaction,
  { from, to, notification }: BidOutcome,
  { listingId, chosenId, byUserId }: AnsweredBids,
  done: readonly string[],
): Promise<ClosedBid[]> {
  const isMeant =
    from === "chosen" ? inArray(bidTable.id, chosenId ? [chosenId] : []) : eq(bidTable.state, from);
  const bids = await transaction
    .select({ id: bidTable.id, bidderId: bidTable.bidderId, before: bidTable.state })
    .from(bidTable)
    .where(and(eq(bidTable.listingId, listingId), isMeant, notInArray(bidTable.id, [...done])))
    .orderBy(desc(bidTable.priceCad), asc(bidTable.placedAt));
  if (bids.length === 0) return [];
  const ids = bids.map(({ id }) => id);
  if (from !== to) {
    await transaction.update(bidTable).set({ state: to }).where(inArray(bidTable.id, ids));
    await moveBidLeads(transaction, ids, { state: to, byUserId });
  }
  const events = await transaction
    .insert(bidEventTable)
    .values(
      ids.map((bidId) => ({ bidId, kind: notification, byUserId, at: sql`clock_timestamp()` })),
    )
    .returning({ id: bidEventTable.id, bidId: bidEventTable.bidId });
  const eventIds = new Map(events.map(({ id, bidId }) => [bidId, id]));
  return bids.flatMap(({ id: bidId, bidderId, before }) => {
    const eventId = eventIds.get(bidId);
    return eventId ? [{ bidId, eventId, bidderId, before, after: to }] : [];
  });
}

/** The listing that a bid is on; null if there is no such bid. */
export async function findListingOfBid(
  transaction: Transaction,
  bidId: string,
): Promise<string | null> {
  if (!isUuid(bidId)) return null;
  const [bid] = await transaction
    .select({ listingId: bidTable.listingId })
    .from(bidTable)
    .where(eq(bidTable.id, bidId));
  return bid?.listingId ?? null;
}

/** The bid that a listing's car is reserved for or sold to; null if there is none. */
export async function findAcceptedBid(transaction: Transaction, listingId: string) {
  const [bid] = await transaction
    .select({ id: bidTable.id })
    .from(bidTable)
    .where(and(eq(bidTable.listingId, listingId), eq(bidTable.state, "accepted")));
  return bid ?? null;
}

/**
 * Closes the bid of a deal that is called off: its seller declines it, or its bidder withdraws it.
 * The other side is notified about the deal. The caller has locked the car; its listings follow.
 */
export async function closeAcceptedBid(
  transaction: Transaction,
  bidId: string,
  { state, byUserId }: { state: "declined" | "withdrawn"; byUserId: string | null },
): Promise<void> {
  const closed = await transaction
    .update(bidTable)
    .set({ state })
    .where(and(eq(bidTable.id, bidId), eq(bidTable.state, "accepted")))
    .returning({ id: bidTable.id });
  if (closed.length === 0) return;
  await moveBidLeads(transaction, [bidId], { state, byUserId });
  await transaction
    .insert(bidEventTable)
    .values({ bidId, kind: state, byUserId, at: sql`clock_timestamp()` });
}
