import { desc, eq } from "drizzle-orm";
import { db } from "#platform/database/database.server.ts";
import type { ListingCardFacts } from "#domain/listing/listing-card-facts.ts";
import { cardColumns, toCard } from "#domain/listing/listing.server.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { isPublic } from "#domain/listing/listing.ts";
import { bidTable } from "./bid.table.ts";
import type { BidState } from "./bid.ts";

const MOST_SHOWN = 200;

/** A bid as its bidder sees it. */
export type OwnBid = {
  id: string;
  priceCad: number;
  message: string;
  state: BidState;
  placedAt: Date;
  listing: ListingCardFacts;
  /** The listing still has a page. */
  hasPage: boolean;
};

/** A person's bids, newest first. */
export async function bidsOf(userId: string): Promise<OwnBid[]> {
  const rows = await db()
    .select({
      id: bidTable.id,
      priceCad: bidTable.priceCad,
      message: bidTable.message,
      state: bidTable.state,
      placedAt: bidTable.placedAt,
      listing: cardColumns,
    })
    .from(bidTable)
    .innerJoin(listingTable, eq(listingTable.id, bidTable.listingId))
    .where(eq(bidTable.bidderId, userId))
    .orderBy(desc(bidTable.placedAt), desc(bidTable.id))
    .limit(MOST_SHOWN);
  return rows.map((row) => {
    const listing = toCard(row.listing);
    return { ...row, state: row.state as BidState, listing, hasPage: isPublic(listing) };
  });
}
