import { and, count, desc, eq, max, notInArray } from "drizzle-orm";
import { userTable } from "#domain/identity/identity.table.ts";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { cardColumns } from "#domain/listing/listing-queries.server.ts";
import { isPublic } from "#domain/listing/listing-state.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { db } from "#platform/database/database.server.ts";
import { bidTable } from "./bid.table.ts";
import type { BidState } from "./bid.ts";

const MOST_BIDS_SHOWN = 200;

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
export async function listOwnBids(userId: string): Promise<OwnBid[]> {
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
    .limit(MOST_BIDS_SHOWN);
  return rows.map((row) => ({ ...row, hasPage: isPublic(row.listing) }));
}

/**
 * The live listings that drew the most bids; of those with as many, the highest bid first (SPEC.md
 * §7 "top-bid"). Where bids are few, the newest listings fill the list.
 */
export async function listTopBidListings(limit: number): Promise<ListingCardFacts[]> {
  const bids = db()
    .select({
      listingId: bidTable.listingId,
      bidCount: count().as("bid_count"),
      highestCad: max(bidTable.priceCad).as("highest_cad"),
    })
    .from(bidTable)
    .groupBy(bidTable.listingId)
    .as("bids");
  const wanted = await db()
    .select(cardColumns)
    .from(bids)
    .innerJoin(listingTable, eq(listingTable.id, bids.listingId))
    .where(eq(listingTable.state, "live"))
    .orderBy(desc(bids.bidCount), desc(bids.highestCad), desc(listingTable.id))
    .limit(limit);
  if (wanted.length === limit) return wanted;
  const newest = await db()
    .select(cardColumns)
    .from(listingTable)
    .where(
      and(
        eq(listingTable.state, "live"),
        notInArray(
          listingTable.id,
          wanted.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(desc(listingTable.postedAt), desc(listingTable.id))
    .limit(limit - wanted.length);
  return [...wanted, ...newest];
}

/** A bid as the listing's seller sees it. */
export type ReceivedBid = {
  id: string;
  priceCad: number;
  message: string;
  /** E.164 */
  phone: string;
  bidderName: string;
  bidderEmail: string;
  state: BidState;
  placedAt: Date;
};

/** The bids on a listing, the highest first. The caller has made sure that its seller asks. */
export async function listReceivedBids(listingId: string): Promise<ReceivedBid[]> {
  return db()
    .select({
      id: bidTable.id,
      priceCad: bidTable.priceCad,
      message: bidTable.message,
      phone: bidTable.phone,
      bidderName: userTable.name,
      bidderEmail: userTable.email,
      state: bidTable.state,
      placedAt: bidTable.placedAt,
    })
    .from(bidTable)
    .innerJoin(userTable, eq(userTable.id, bidTable.bidderId))
    .where(eq(bidTable.listingId, listingId))
    .orderBy(desc(bidTable.priceCad), bidTable.placedAt)
    .limit(MOST_BIDS_SHOWN);
}
