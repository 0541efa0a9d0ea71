import { and, count, desc, eq, inArray, ne, notInArray, or, sql } from "drizzle-orm";
import { dealTable } from "#domain/deal/deal.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { cardColumns } from "#domain/listing/listing-queries.server.ts";
import { isPublic, type ListingSnapshot } from "#domain/listing/listing-state.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { isOffered } from "#site/site.ts";
import { db } from "#platform/database/database.server.ts";
import { prepareQuery } from "#platform/database/prepared-query.server.ts";
import { bidTable } from "./bid.table.ts";
import { type BidSnapshot, TAKEN_BACK } from "./bid-state.ts";

const MOST_BIDS_SHOWN = 200;

const { state, priceCad, counterCad, counterAnswer } = bidTable;
const snapshotColumns = { state, priceCad, counterCad, counterAnswer };
/** The deal that an accepted bid began; null if there is none, or if it was called off. */
const dealReference = sql<string | null>`(select ${dealTable.reference} from ${dealTable}
  where ${dealTable.wayId} = ${bidTable}.id and ${dealTable.state} <> 'called_off')`;

/** A bid as its bidder sees it. */
export type OwnBid = BidSnapshot & {
  id: string;
  message: string;
  placedAt: Date;
  listing: ListingCardFacts;
  listingSnapshot: ListingSnapshot;
  /** The listing still has a page. */
  hasPage: boolean;
  /** The listing accepts another bid in the place of this one. */
  canBeChanged: boolean;
  dealReference: string | null;
};

/** A person's bids, newest first. */
export async function listOwnBids(userId: string): Promise<OwnBid[]> {
  const rows = await db()
    .select({
      id: bidTable.id,
      ...snapshotColumns,
      dealReference,
      message: bidTable.message,
      placedAt: bidTable.placedAt,
      listing: cardColumns,
      listingSnapshot: {
        state: listingTable.state,
        reservedAt: listingTable.reservedAt,
        soldAt: listingTable.soldAt,
      },
    })
    .from(bidTable)
    .innerJoin(listingTable, eq(listingTable.id, bidTable.listingId))
    // A replaced bid would appear twice in the list, as itself and as the one that replaced it.
    .where(and(eq(bidTable.bidderId, userId), ne(bidTable.state, "replaced")))
    .orderBy(desc(bidTable.placedAt), desc(bidTable.id))
    .limit(MOST_BIDS_SHOWN);
  return rows.map((row) => ({
    ...row,
    hasPage: isPublic(row.listing),
    canBeChanged:
      row.listingSnapshot.state === "live" &&
      row.listingSnapshot.reservedAt === null &&
      isOffered("bids"),
  }));
}

/** The number of a person's bids that wait for an answer or were accepted. */
export async function countOpenBids(userId: string): Promise<number> {
  const [row] = await selectOpenBidCount({ userId });
  return row?.bids ?? 0;
}

const selectOpenBidCount = prepareQuery(
  "open_bid_count",
  ["userId"],
  (database, { userId }) =>
    database
      .select({ bids: count() })
      .from(bidTable)
      .where(and(eq(bidTable.bidderId, userId), inArray(state, ["open", "accepted"]))),
  { from: db },
);

/** A bid as the listing's seller sees it. */
export type ReceivedBid = BidSnapshot & {
  id: string;
  message: string;
  /** E.164 */
  phone: string;
  bidderName: string;
  bidderEmail: string;
  placedAt: Date;
  dealReference: string | null;
};

/** A person's bid on one car, as its page shows it to them. */
export type CurrentBid = BidSnapshot & {
  id: string;
  phone: string;
  message: string;
  dealReference: string | null;
};

/** Their open or accepted bid on a listing; there is at most one. */
export async function findCurrentBid(
  listingId: string,
  bidderId: string,
): Promise<CurrentBid | null> {
  const [found] = await selectCurrentBid({ listingId, bidderId });
  return found ?? null;
}

const selectCurrentBid = prepareQuery(
  "standing_bid",
  ["listingId", "bidderId"],
  (database, { listingId, bidderId }) => {
    const { id, phone, message } = bidTable;
    return database
      .select({ ...snapshotColumns, id, phone, message, dealReference })
      .from(bidTable)
      .where(
        and(
          eq(bidTable.listingId, listingId),
          eq(bidTable.bidderId, bidderId),
          inArray(state, ["open", "accepted"]),
        ),
      )
      .orderBy(state)
      .limit(1);
  },
  { from: db },
);

/** What the bid form of a listing shows a person at first. */
type BesideBid = {
  /** The highest open bid of anybody else; null if there is none. */
  highestCad: number | null;
  /**
   * The number that they gave with their last bid on any car, E.164; null if this is their first
   * bid.
   */
  lastPhone: string | null;
};

export async function findBesideBid(listingId: string, bidderId: string): Promise<BesideBid> {
  const [row] = await selectBesideBid({ listingId, bidderId });
  return row ?? { highestCad: null, lastPhone: null };
}

const selectBesideBid = prepareQuery(
  "beside_bid",
  ["listingId", "bidderId"],
  (database, { listingId, bidderId }) => {
    const isOthers = and(
      eq(bidTable.listingId, listingId),
      eq(state, "open"),
      ne(bidTable.bidderId, bidderId),
    );
    const isOwn = eq(bidTable.bidderId, bidderId);
    return database
      .select({
        highestCad: sql<number | null>`max(${priceCad}) filter (where ${isOthers})`,
        lastPhone: sql<
          string | null
        >`(array_agg(${bidTable.phone} order by ${bidTable.placedAt} desc)
          filter (where ${isOwn}))[1]`,
      })
      .from(bidTable)
      .where(or(isOthers, isOwn));
  },
  { from: db },
);

/** The bids on a listing, highest first. The caller has checked that its seller asks. */
export async function listReceivedBids(listingId: string): Promise<ReceivedBid[]> {
  return db()
    .select({
      id: bidTable.id,
      ...snapshotColumns,
      dealReference,
      message: bidTable.message,
      phone: bidTable.phone,
      bidderName: userTable.name,
      bidderEmail: userTable.email,
      placedAt: bidTable.placedAt,
    })
    .from(bidTable)
    .innerJoin(userTable, eq(userTable.id, bidTable.bidderId))
    .where(and(eq(bidTable.listingId, listingId), notInArray(state, TAKEN_BACK)))
    .orderBy(desc(bidTable.priceCad), bidTable.placedAt)
    .limit(MOST_BIDS_SHOWN);
}
