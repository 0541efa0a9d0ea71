import { and, eq, inArray, sql } from "drizzle-orm";
import type { Transaction } from "#platform/database/database.server.ts";
import { type BidMail, sendBidMails } from "./bid-mail.server.ts";
import { bidEventTable, bidTable } from "./bid.table.ts";
import type { BidEventKind, BidState } from "./bid.ts";

/** Who did it, for the record. */
export type By = { byUserId: string };

/** The ids of a listing's bids in one state, the highest first. */
export async function bidsIn(
  transaction: Transaction,
  listing: { id: string },
  state: BidState,
): Promise<string[]> {
  const bids = await transaction
    .select({ id: bidTable.id })
    .from(bidTable)
    .where(and(eq(bidTable.listingId, listing.id), eq(bidTable.state, state)))
    .orderBy(sql`${bidTable.priceCad} desc`, bidTable.placedAt);
  return bids.map(({ id }) => id);
}

/** Writes what happened and tells each bidder once, about the highest of their bids. */
export async function moveBids(
  transaction: Transaction,
  bidIds: readonly string[],
  state: BidState,
  kind: BidEventKind,
  { byUserId }: By,
): Promise<void> {
  if (bidIds.length === 0) return;
  const moved = await transaction
    .update(bidTable)
    .set({ state })
    .where(inArray(bidTable.id, [...bidIds]))
    .returning({ id: bidTable.id, bidderId: bidTable.bidderId });
  const events = await transaction
    .insert(bidEventTable)
    .values(bidIds.map((bidId) => ({ bidId, kind, byUserId })))
    .returning({ id: bidEventTable.id, bidId: bidEventTable.bidId });
  const bidderOf = new Map(moved.map(({ id, bidderId }) => [id, bidderId]));
  const eventOf = new Map(events.map(({ id, bidId }) => [bidId, id]));
  const told = new Set<string | undefined>();
  const mails: BidMail[] = [];
  for (const bidId of bidIds) {
    const bidder = bidderOf.get(bidId);
    const eventId = eventOf.get(bidId);
    if (!eventId || told.has(bidder)) continue;
    told.add(bidder);
    mails.push({ eventId, to: "bidder" });
  }
  await sendBidMails(transaction, mails);
}

/** Turns down every bid that waits. The caller has locked the listing. */
export async function declineOpenBids(
  transaction: Transaction,
  listing: { id: string },
  by: By,
): Promise<void> {
  const open = await bidsIn(transaction, listing, "open");
  await moveBids(transaction, open, "declined", "declined", by);
}
