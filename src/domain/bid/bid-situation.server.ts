import { eq, type Placeholder, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { userTable } from "#domain/identity/identity.table.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { isListingId } from "#domain/listing/listing.ts";
import { db, type Queryable } from "#platform/database/database.server.ts";
import { prepareQuery } from "#platform/database/prepared-query.server.ts";
import { findBidMove } from "./bid-state.ts";
import { bidTable } from "./bid.table.ts";
import type { NewBid } from "./bid.ts";

const { from: OPEN } = findBidMove("replace");
const seller = alias(userTable, "seller");
const bidder = alias(userTable, "bidder");

type BidKey = Readonly<Record<"id" | "listingId" | "bidderId", string | Placeholder>>;

/** The listing of a bid, its two people, and what the bidder has bid on it before. */
export function selectBidSituation(queryable: Queryable, { id, listingId, bidderId }: BidKey) {
  const own = sql`${bidTable.listingId} = ${listingTable.id} and ${bidTable.bidderId} = ${bidderId}`;
  return queryable
    .select({
      listing: listingTable,
      seller,
      bidder,
      isRepeat: sql<boolean>`exists (select from ${bidTable} where ${bidTable.id} = ${id}::uuid and ${own})`,
      hasOpen: sql<boolean>`exists (select from ${bidTable} where ${bidTable.id} <> ${id}::uuid
        and ${bidTable.state} = ${OPEN} and ${own})`,
    })
    .from(listingTable)
    .innerJoin(seller, eq(seller.id, listingTable.sellerId))
    .innerJoin(bidder, eq(bidder.id, bidderId))
    .where(eq(listingTable.id, listingId));
}

export type BidSituation = Awaited<ReturnType<typeof selectBidSituation>>[number];

const findSituations = prepareQuery(
  "bid_situation",
  ["id", "listingId", "bidderId"],
  selectBidSituation,
  // What the bidder did a moment ago is in it.
  { from: db },
);

export function keyOfBid({
  id,
  listingId,
  bidder: { id: bidderId },
}: Pick<NewBid, "id" | "listingId" | "bidder">) {
  return { id, listingId, bidderId };
}

export async function findBidSituation(
  bid: Pick<NewBid, "id" | "listingId" | "bidder">,
): Promise<BidSituation | null> {
  if (!isListingId(bid.listingId)) return null;
  const [situation] = await findSituations(keyOfBid(bid));
  return situation ?? null;
}
