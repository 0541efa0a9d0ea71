import { type SQL, sql } from "drizzle-orm";
import { TAKEN_BACK } from "#domain/bid/bid-state.ts";
import { bidTable } from "#domain/bid/bid.table.ts";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { findPublicCardsBy } from "#domain/listing/listing-queries.server.ts";
import { cacheRead } from "#platform/database/cached-reads.server.ts";

/**
 * The live listings with the most bids; of those with equally many, the one with the highest bid
 * comes first (SPEC.md §7 "top-bid"). If few listings have bids, the newest listings fill the list.
 */
export const listTopBidListings = cacheRead(readTopBidListings, { most: 10 });

async function readTopBidListings(limit: number): Promise<ListingCardFacts[]> {
  const wanted = await findPublicCardsBy(topBidsQuery(limit));
  if (wanted.length === limit) return wanted;
  const newest = await findPublicCardsBy(sql`
    select listing_id from listing_search
    where status = 1 and listing_id <> all(${sql.param(wanted.map(({ id }) => id))}::uuid[])
    order by posted_at desc, listing_id desc limit ${limit - wanted.length}`);
  return [...wanted, ...newest];
}

/**
 * Uses the numbers of bids in `listing_search`. It reads only the bids of cars that have at least
 * as many as the last one on the list.
 */
function topBidsQuery(limit: number): SQL {
  return sql`
    select s.listing_id
    from listing_search s cross join lateral (
      select max(price_cad) as price_cad from ${bidTable} bid
      where bid.listing_id = s.listing_id and bid.state <> all(${sql.param(TAKEN_BACK)}::text[])
    ) highest
    where s.status = 1 and s.bid_count >= greatest(1, (
      select bid_count from listing_search where status = 1
      order by bid_count desc, listing_id desc offset ${limit - 1} limit 1))
    order by s.bid_count desc, highest.price_cad desc, s.listing_id desc limit ${limit}`;
}
