import { and, count, desc, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { cardColumns } from "#domain/listing/listing-queries.server.ts";
import {
  listingTable,
  listingViewDayTable,
  savedListingTable,
} from "#domain/listing/listing.table.ts";
import type { Seller } from "#domain/listing/seller-side.ts";
import { isSoldBy } from "#domain/listing/sold-by.server.ts";
import { db } from "#platform/database/database.server.ts";
import { prepareQuery } from "#platform/database/prepared-query.server.ts";
import { TAKEN_BACK } from "./bid-state.ts";
import { bidTable } from "./bid.table.ts";

export type ListingNumbers = {
  views: number;
  saves: number;
  bids: number;
  highestBidCad: number | null;
  /** Open bids that wait for the seller. */
  bidsToAnswer: number;
};

export type SellerListing = ListingCardFacts & ListingNumbers & { isReserved: boolean };

/**
 * With the table's name: inside a subquery, a bare `id` would be the id of the row counted there.
 */
const listingId = sql`${listingTable}.id`;

const numbers = {
  views: sql<number>`(select coalesce(sum(seen.views), 0)::int from ${listingViewDayTable} seen
    where seen.listing_id = ${listingId})`,
  saves: sql<number>`(select count(*)::int from ${savedListingTable} saved
    where saved.listing_id = ${listingId})`,
  bids: sql<number>`(select count(*)::int from ${bidTable} placed
    where placed.listing_id = ${listingId} and placed.state not in ${TAKEN_BACK})`,
  highestBidCad: sql<number | null>`(select max(placed.price_cad) from ${bidTable} placed
    where placed.listing_id = ${listingId} and placed.state not in ${TAKEN_BACK})`,
  bidsToAnswer: sql<number>`(select count(*)::int from ${bidTable} placed
    where placed.listing_id = ${listingId} and placed.state = 'open'
      and (placed.counter_cad is null or placed.counter_answer is not null))`,
};

/**
 * Everything that a person or their dealership offers or offered, newest first, without what was
 * removed.
 */
export async function listSellerListings(seller: Seller): Promise<SellerListing[]> {
  const rows = await db()
    .select({ ...cardColumns, ...numbers, reservedAt: listingTable.reservedAt })
    .from(listingTable)
    .where(and(isSoldBy(seller), ne(listingTable.state, "removed")))
    .orderBy(desc(listingTable.createdAt), desc(listingTable.id));
  return rows.map(({ reservedAt, ...row }) => ({
    ...row,
    isReserved: reservedAt !== null,
  }));
}

export async function countSellerListings(seller: Seller): Promise<number> {
  const [row] = await selectListingCount({
    sellerId: seller.id,
    dealershipId: seller.dealership?.id ?? null,
  });
  return row?.listings ?? 0;
}

const selectListingCount = prepareQuery(
  "seller_listing_count",
  ["sellerId", "dealershipId"],
  (database, { sellerId, dealershipId }) =>
    database
      .select({ listings: count() })
      .from(listingTable)
      .where(
        and(
          or(eq(listingTable.sellerId, sellerId), eq(listingTable.dealershipId, dealershipId)),
          ne(listingTable.state, "removed"),
        ),
      ),
  { from: db },
);

/** How many open bids on a dealership's cars wait for its answer. */
export async function countBidsToAnswer(dealershipId: string): Promise<number> {
  const [row] = await db()
    .select({ bids: count() })
    .from(bidTable)
    .innerJoin(listingTable, eq(listingTable.id, bidTable.listingId))
    .where(
      and(
        eq(listingTable.dealershipId, dealershipId),
        eq(bidTable.state, "open"),
        or(isNull(bidTable.counterCad), isNotNull(bidTable.counterAnswer)),
      ),
    );
  return row?.bids ?? 0;
}

export async function findListingNumbers(id: string): Promise<ListingNumbers> {
  const [row] = await db().select(numbers).from(listingTable).where(eq(listingTable.id, id));
  return row ?? { views: 0, saves: 0, bids: 0, highestBidCad: null, bidsToAnswer: 0 };
}

/** The newest `days` days that have views, oldest first; a day without views is absent. */
export async function listViewsByDay(
  id: string,
  days: number,
): Promise<{ day: string; views: number }[]> {
  const { day, views } = listingViewDayTable;
  const rows = await db()
    .select({ day, views })
    .from(listingViewDayTable)
    .where(eq(listingViewDayTable.listingId, id))
    .orderBy(desc(day))
    .limit(days);
  return rows.toReversed();
}
