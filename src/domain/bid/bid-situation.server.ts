import { eq, type Placeholder, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { userTable } from "#domain/identity/identity.table.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { isListingId } from "#domain/listing/listing.ts";
import { db, type Queryable, type Transaction } from "#platform/database/database.server.ts";
import { prepareQuery } from "#platform/database/prepared-query.server.ts";
import { bidTable } from "./bid.table.ts";
import type { NewBid } from "./bid.ts";

const seller = alias(userTable, "seller");
const bidder = alias(userTable, "bidder");

type BidKey = Readonly<Record<"id" | "listingId" | "bidderId", string | Placeholder>>;

/** The listing of a bid, its two people, and whether this same bid is already stored. */
function selectBidSituation(queryable: Queryable, { id, listingId, bidderId }: BidKey) {
  return queryable
    .select({
      listing: listingTable,
      seller,
      bidder,
      isRepeat: sql<boolean>`exists (select from ${bidTable} where ${bidTable.id} = ${id}::uuid
        and ${bidTable.listingId} = ${listingTable.id} and ${bidTable.bidderId} = ${bidderId})`,
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
  // From the primary: it must include what the bidder did a moment ago.
  { from: db },
);

function keyOfBid({ id, listingId, bidder: { id: bidderId } }: KeyedBid) {
  return { id, listingId, bidderId };
}

type KeyedBid = Pick<NewBid, "id" | "listingId" | "bidder">;

export async function findBidSituation(bid: KeyedBid): Promise<BidSituation | null> {
  if (!isListingId(bid.listingId)) return null;
  const [situation] = await findSituations(keyOfBid(bid));
  return situation ?? null;
}

/**
 * The same with locks, for a bid that is to be stored: bids on one car, and other changes of it,
 * wait for each other and read what the one before left.
 */
export async function lockBidSituation(
  transaction: Transaction,
  bid: KeyedBid,
): Promise<BidSituation | null> {
  if (!isListingId(bid.listingId)) return null;
  await transaction
    .select({ id: listingTable.id })
    .from(listingTable)
    .where(eq(listingTable.id, bid.listingId))
    .for("no key update");
  const [situation] = await selectBidSituation(transaction, keyOfBid(bid));
  return situation ?? null;
}
