import { randomUUID } from "node:crypto";
import pg from "pg";
import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { replaceSubmission } from "#domain/lead/receive-submission.server.ts";
import {
  listStoredKeys,
  type PreparedSubmission,
  prepareSubmission,
  storeParts,
  STORED_PARTS,
  writeStoredParts,
} from "#domain/lead/store-submissions.server.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { notify, wakeWorkers } from "#domain/notification/notify.server.ts";
import { groupCommit } from "#platform/database/group-commit.server.ts";
import { db, type Queryable, type Transaction } from "#platform/database/database.server.ts";
import { lockName } from "#platform/database/named-lock.server.ts";
import { type JsonRow, jsonRows, writeJsonRows } from "#platform/database/json-rows.server.ts";
import { prepareStatement } from "#platform/database/prepared-query.server.ts";
import { limitConcurrency } from "#platform/limit/concurrency.server.ts";
import { formatCad } from "#values/money.ts";
import { BID_CONDITIONS } from "./bid-conditions.ts";
import { buildBidSubmission } from "./bid-lead.server.ts";
import { listNewBidMessages } from "./bid-messages.server.ts";
import { type BidSituation, keyOfBid, selectBidSituation } from "./bid-situation.server.ts";
import { findBidMove } from "./bid-state.ts";
import { bidEventTable, bidTable } from "./bid.table.ts";
import type { NewBid } from "./bid.ts";

const BIDS_AT_ONCE = 8;
export const inTurn = limitConcurrency(BIDS_AT_ONCE);

/**
 * Stores a bid with its lead and the messages that both owe. False where the listing takes it no more;
 * of somebody who has an open one on the car, it takes the place of that one.
 */
export async function storeBid(bid: NewBid, situation: BidSituation): Promise<boolean> {
  if (!situation.hasOpen) {
    try {
      return await groupCommitBids(await toRows(bid, situation));
    } catch (error) {
      // Another bid of the same person on the same car came in between.
      if (!isOpenBidThere(error)) throw error;
    }
  }
  return inTurn(async () => {
    try {
      await db().transaction((transaction) => storeInPlaceOfOpen(transaction, bid));
      return true;
    } catch (error) {
      if (error instanceof BidRefused) return false;
      throw error;
    }
  });
}

function isOpenBidThere(thrown: unknown): boolean {
  const error = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown;
  return error instanceof pg.DatabaseError && error.constraint === "bid_one_open";
}

/** A bid as the rows that it is stored as, with its lead and the messages that both owe. */
async function toRows(bid: NewBid, situation: BidSituation): Promise<BidRows> {
  const eventId = randomUUID();
  const { id, listingId, bidder: by, priceCad, phone, message } = bid;
  return {
    row: { id, listingId, bidderId: by.id, priceCad, phone, message, eventId },
    submission: await prepareSubmission(db(), buildBidSubmission(situation.listing, bid), {
      alsoOwed: listNewBidMessages(bid, eventId, situation),
    }),
  };
}

type BidRows = {
  row: JsonRow<typeof bidTable, (typeof BID_COLUMNS)[number]> & { eventId: string };
  submission: PreparedSubmission;
};

const BID_COLUMNS = ["id", "listingId", "bidderId", "priceCad", "phone", "message"] as const;
const bidRows = jsonRows(bidTable, BID_COLUMNS);

/**
 * One statement asks and stores, for any number of bids of people who have no open one on the car.
 * The shared lock lets bids go on beside each other, waits for a sale under way and then asks the row
 * again, so that no bid follows a sale; the time is taken while it is held, so that the two stand in
 * the right order as well. Always in the same order of cars, so that no two wait for each other; one
 * by one (`limit`), since how many are given is not known when the plan is made. Of the same bid at
 * the same time the second waits at its submission's id.
 */
const storeBidsStatement = prepareStatement<{ id: string }, "bids" | (typeof STORED_PARTS)[number]>(
  "store_bids",
  ["bids", ...STORED_PARTS],
  ({ bids, ...parts }) => sql`
    with taken as materialized (
      select given.* from (
        select * from json_to_recordset(${bids}::json) as given(${bidRows.types}, "eventId" uuid)
        order by "listingId"
      ) as given
      cross join lateral (
        select ${listingTable.id} from ${listingTable} where ${listingTable.id} = given."listingId"
          and ${takesBid({ id: sql`given."bidderId"` })}
        limit 1 for share
      ) as car
      where (select true from ${bidTable} where ${bidTable.id} = given.id limit 1) is null
    ), ${storeParts(parts, sql`given.id in (select id from taken)`)},
    placed as (
      insert into ${bidTable} (${bidRows.columns}, placed_at)
      select ${bidRows.values("given")}, clock_timestamp() from taken as given
      join stored on stored.id = given.id order by given."listingId"
      returning id, placed_at
    )
    insert into ${bidEventTable} (id, bid_id, kind, by_user_id, at)
    select given."eventId", placed.id, 'placed', given."bidderId", placed.placed_at
    from placed join taken as given on given.id = placed.id
    returning bid_id as id`,
);

async function storeFirstBids(
  bids: readonly BidRows[],
  queryable: Queryable = db(),
): Promise<boolean[]> {
  const rows = await storeBidsStatement(
    {
      bids: writeJsonRows(bids.map(({ row }) => row)),
      ...writeStoredParts(bids.map(({ submission }) => submission)),
    },
    queryable,
  );
  const stored = new Set(rows.map(({ id }) => id));
  if (stored.size > 0) wakeWorkers(queryable);
  return bids.map(({ row }) => stored.has(row.id));
}

/** For bids that come at once, on the same car or on others: those of the same moment are one commit. */
const groupCommitBids = groupCommit((bids: readonly BidRows[]) => storeFirstBids(bids), {
  most: 64,
  keysOf: ({ row, submission }) => [
    ...listStoredKeys(submission),
    `${row.listingId} ${row.bidderId}`,
  ],
});

/**
 * The same for the bid of somebody who has an open one on the car, which gives way first: `placed`
 * counts what `replaced` did, so that the database does it before.
 */
function inPlaceOfOpenStatement(
  { id, listingId, bidder, priceCad, phone, message }: NewBid,
  eventId: string,
): SQL {
  return sql`
    with car as materialized (
      select id from ${listingTable} where id = ${listingId} and ${takesBid(bidder)} for share
    ), replaced as (
      update ${bidTable} set state = ${REPLACED} from car
      where ${bidTable.listingId} = car.id and ${bidTable.bidderId} = ${bidder.id}
        and ${bidTable.state} = ${FROM} and ${bidTable.id} <> ${id}::uuid
      returning ${bidTable.id}
    ), recorded as (
      insert into ${bidEventTable} (bid_id, kind, by_user_id, at)
      select replaced.id, 'replaced', ${bidder.id}::text, clock_timestamp() from replaced
    ), placed as (
      insert into ${bidTable} (id, listing_id, bidder_id, price_cad, phone, message, placed_at)
      select ${id}::uuid, car.id, ${bidder.id}::text, ${priceCad}::integer, ${phone}::text,
        ${message}::text, clock_timestamp()
      from car where (select count(*) from replaced) >= 0
      on conflict (id) do nothing
      returning id, placed_at
    )
    insert into ${bidEventTable} (id, bid_id, kind, by_user_id, at)
    select ${eventId}::uuid, placed.id, 'placed', ${bidder.id}::text, placed.placed_at from placed
    returning id`;
}

/** The rule of `canTakeBid` as the database asks it of a row of `listing`. */
export function takesBid(bidder: { id: string | SQL }): SQL | undefined {
  return and(
    ...BID_CONDITIONS.map((condition) => {
      const column = listingTable[condition.column];
      if ("isNot" in condition) return ne(column, bidder.id);
      return condition.is === null ? isNull(column) : eq(column, condition.is);
    }),
  );
}

/** Undoes a bid's lead and mails where the listing takes the bid no more. */
class BidRefused extends Error {
  override name = "BidRefused";
}

/**
 * A bid of somebody who has an open one on the car, which it takes the place of: it goes on with that
 * one's lead. Where that is no longer so, it is stored like every other.
 */
async function storeInPlaceOfOpen(transaction: Transaction, bid: NewBid): Promise<void> {
  // One open bid a person and car: bids of one person on one car wait for each other.
  await lockName(transaction, `bid ${bid.listingId} ${bid.bidder.id}`);
  const [situation] = await selectBidSituation(transaction, keyOfBid(bid));
  if (!situation) throw new BidRefused();
  const replaced = await findOpenBid(transaction, bid);
  if (!replaced) {
    const [isStored] = await storeFirstBids([await toRows(bid, situation)], transaction);
    if (!isStored) throw new BidRefused();
    return;
  }
  const eventId = randomUUID();
  // The car's row is locked before a lead that is there already, as the seller's answers lock them.
  const { rows } = await transaction.execute(inPlaceOfOpenStatement(bid, eventId));
  if (rows.length === 0) throw new BidRefused();
  const prices = [replaced.priceCad, bid.priceCad].map((price) => formatCad(price, "en"));
  const note = prices.join(" → ");
  const submission = buildBidSubmission(situation.listing, bid);
  await replaceSubmission(transaction, submission, { replacedId: replaced.id, note });
  await notify(transaction, ...listNewBidMessages(bid, eventId, situation));
}

/** The bid that this one takes the place of. */
async function findOpenBid(transaction: Transaction, { id, listingId, bidder }: NewBid) {
  const [open] = await transaction
    .select({ id: bidTable.id, priceCad: bidTable.priceCad })
    .from(bidTable)
    .where(
      and(
        eq(bidTable.listingId, listingId),
        eq(bidTable.bidderId, bidder.id),
        eq(bidTable.state, FROM),
        ne(bidTable.id, id),
      ),
    );
  return open ?? null;
}

const { from: FROM, to: REPLACED } = findBidMove("replace");
