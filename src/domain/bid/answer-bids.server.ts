import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { BidOutcome } from "#domain/listing/listing-state.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { type BidMail, sendBidMails } from "./bid-mail.server.ts";
import { bidEventTable, bidTable } from "./bid.table.ts";

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
export async function answerBids(
  transaction: Transaction,
  outcomes: readonly BidOutcome[],
  answered: Answered,
): Promise<void> {
  const toldBidders = new Set<string>();
  const mails: BidMail[] = [];
  for (const outcome of outcomes) {
    for (const { eventId, bidderId } of await closeBids(transaction, outcome, answered)) {
      if (toldBidders.has(bidderId)) continue;
      toldBidders.add(bidderId);
      mails.push({ eventId, to: "bidder" });
    }
  }
  await sendBidMails(transaction, mails);
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
