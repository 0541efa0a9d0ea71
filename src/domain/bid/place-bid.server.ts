import { randomUUID } from "node:crypto";
import { and, eq, isNull, ne, type Placeholder, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import pg from "pg";
import { userTable } from "#domain/identity/identity.table.ts";
import { replaceSubmission } from "#domain/lead/receive-submission.server.ts";
import {
  listStoredKeys,
  type PreparedSubmission,
  prepareSubmission,
  storeParts,
  STORED_PARTS,
  writeStoredParts,
} from "#domain/lead/store-submissions.server.ts";
import { notify, tellOwed } from "#domain/notification/notify.server.ts";
import { BID_CONDITIONS, type BidRefusal, canTakeBid } from "./bid-conditions.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { isListingId } from "#domain/listing/listing.ts";
import { inBatches } from "#platform/database/batches.server.ts";
import { db, type Queryable, type Transaction } from "#platform/database/database.server.ts";
import { type JsonRow, jsonRows, writeJsonRows } from "#platform/database/json-rows.server.ts";
import { prepareQuery, prepareStatement } from "#platform/database/prepared-query.server.ts";
import { limitConcurrency } from "#platform/limit/concurrency.server.ts";
import { countAgainst, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import type { Locale } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";
import type { E164 } from "#values/phone.ts";
import { buildBidSubmission } from "./bid-lead.server.ts";
import { listNewBidMessages } from "./bid-messages.server.ts";
import { findBidMove } from "./bid-state.ts";
import { bidEventTable, bidTable } from "./bid.table.ts";
import type { Bidder, BidFieldError, NewBid } from "./bid.ts";
import { readBid, type TypedBid } from "./read-bid.server.ts";

/** Far above what a buyer does in an hour; each bid writes to a seller. */
const BIDS_BY_MEMBER: RateLimit = { name: "bids by member", most: 60, windowMs: 3_600_000 };

type TypedBidOf = {
  id: string;
  listingId: string;
  bidder: Bidder;
  locale: Locale;
  typed: TypedBid;
};

type CheckedBid =
  | { ok: true; phone: E164; priceCad: number; message: string; isPlaced: boolean }
  | Extract<PlacedBid, { ok: false }>
  | { ok: false; code: "put_right"; fieldErrors: BidFieldError[] };

/**
 * A bid as typed, before it is sent. A listing that takes no bid says so first, whatever was typed
 * and however often it was tried.
 */
export async function checkBid(given: TypedBidOf): Promise<CheckedBid> {
  return checkTyped(given, await findSituation(given));
}

function checkTyped({ typed, ...bid }: TypedBidOf, situation: Situation | null): CheckedBid {
  const refused = findBidRefusal(bid, situation);
  if (refused && !refused.ok) return refused;
  const reading = readBid(typed);
  if (!reading.ok) return { ok: false, code: "put_right", fieldErrors: reading.fieldErrors };
  return { ...reading, isPlaced: refused !== null };
}

type ReceivedBid =
  | { ok: true; id: string; priceCad: number }
  | Extract<CheckedBid, { ok: false }>
  | { ok: false; code: "too_many_bids"; retryAfterSeconds: number };

/** A bid as it comes in by the page or by the call. */
export async function receiveBid(given: TypedBidOf): Promise<ReceivedBid> {
  const { typed: _typed, ...bid } = given;
  const situation = await findSituation(bid);
  const checked = checkTyped(given, situation);
  if (!checked.ok) return checked;
  const { phone, priceCad, message } = checked;
  if (checked.isPlaced) return { ok: true, id: bid.id, priceCad };
  const limit = await countAgainst(BIDS_BY_MEMBER, bid.bidder.id);
  if (!limit.ok) return { ...limit, code: "too_many_bids" };
  const placed = await storeOrRefuse({ ...bid, phone, priceCad, message }, situation);
  return placed.ok ? { ok: true, id: placed.id, priceCad } : placed;
}

type PlacedBid =
  | { ok: true; id: string; repeated: boolean }
  /** `not_for_sale`: it was refused, and by the time we asked why, the reason was gone. */
  | { ok: false; code: BidRefusal | "not_for_sale" };

const BIDS_AT_ONCE = 8;
const inTurn = limitConcurrency(BIDS_AT_ONCE);

/** Undoes a bid's lead and mails where the listing takes the bid no more. */
class Refused extends Error {
  override name = "Refused";
}

/**
 * Places a bid, with its lead and the e-mails that it owes, or refuses: all of it or nothing. Who
 * bids, on what and whether they may is decided here from the session and the database.
 */
export async function placeBid(bid: NewBid): Promise<PlacedBid> {
  return storeOrRefuse(bid, await inTurn(() => findSituation(bid)));
}

async function storeOrRefuse(bid: NewBid, situation: Situation | null): Promise<PlacedBid> {
  const refused = findBidRefusal(bid, situation);
  if (refused || !situation) return refused ?? { ok: false, code: "no_such_listing" };
  const isStored = await storeBid(bid, situation);
  if (isStored) return { ok: true, id: bid.id, repeated: false };
  const since = findBidRefusal(bid, await inTurn(() => findSituation(bid)));
  return since ?? { ok: false, code: "not_for_sale" };
}

/** False where the listing takes the bid no more. */
async function storeBid(bid: NewBid, situation: Situation): Promise<boolean> {
  if (!situation.hasOpen) {
    try {
      return await storeBidTogether(await prepareBid(bid, situation));
    } catch (error) {
      // Another bid of the same person on the same car came in between.
      if (!isOpenBidThere(error)) throw error;
    }
  }
  return inTurn(async () => {
    try {
      await db().transaction((transaction) => replaceBid(transaction, bid));
      return true;
    } catch (error) {
      if (error instanceof Refused) return false;
      throw error;
    }
  });
}

function isOpenBidThere(thrown: unknown): boolean {
  const error = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown;
  return error instanceof pg.DatabaseError && error.constraint === "bid_one_open";
}

/**
 * A bid of somebody who has an open one on the car, which it takes the place of: it goes on with that
 * one's lead. Where that is no longer so, it is stored like every other.
 */
async function replaceBid(transaction: Transaction, bid: NewBid): Promise<void> {
  // One open bid a person and car: bids of one person on one car wait for each other.
  await transaction.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`bid ${bid.listingId} ${bid.bidder.id}`}, 0))`,
  );
  const [situation] = await selectSituation(transaction, keyOf(bid));
  if (!situation) throw new Refused();
  const replaced = await findOpenBid(transaction, bid);
  if (!replaced) {
    const [isStored] = await storeBids([await prepareBid(bid, situation)], transaction);
    if (!isStored) throw new Refused();
    return;
  }
  const eventId = randomUUID();
  // The car's row is locked before a lead that is there already, as the seller's answers lock them.
  if (!(await insertBid(transaction, bid, eventId))) throw new Refused();
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

/** A bid as the rows that it is stored as, with its lead and the messages that both owe. */
async function prepareBid(bid: NewBid, situation: Situation): Promise<PreparedBid> {
  const eventId = randomUUID();
  const { id, listingId, bidder: by, priceCad, phone, message } = bid;
  return {
    row: { id, listingId, bidderId: by.id, priceCad, phone, message, eventId },
    submission: await prepareSubmission(db(), buildBidSubmission(situation.listing, bid), {
      alsoOwed: listNewBidMessages(bid, eventId, situation),
    }),
  };
}

type PreparedBid = {
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

async function storeBids(
  prepared: readonly PreparedBid[],
  queryable: Queryable = db(),
): Promise<boolean[]> {
  const rows = await storeBidsStatement(
    {
      bids: writeJsonRows(prepared.map(({ row }) => row)),
      ...writeStoredParts(prepared.map(({ submission }) => submission)),
    },
    queryable,
  );
  const stored = new Set(rows.map(({ id }) => id));
  if (stored.size > 0) tellOwed(queryable);
  return prepared.map(({ row }) => stored.has(row.id));
}

/** For bids that come at once, on the same car or on others: those of the same moment are one commit. */
const storeBidTogether = inBatches((prepared: readonly PreparedBid[]) => storeBids(prepared), {
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
async function insertBid(
  transaction: Transaction,
  { id, listingId, bidder, priceCad, phone, message }: NewBid,
  eventId: string,
): Promise<boolean> {
  const { rows } = await transaction.execute(sql`
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
    returning id`);
  return rows.length > 0;
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

/** Null where the listing takes the bid, as it stands; the insert decides again. */
function findBidRefusal(
  bid: Pick<NewBid, "id" | "bidder">,
  situation: Situation | null,
): PlacedBid | null {
  if (situation?.isRepeat) return { ok: true, id: bid.id, repeated: true };
  const answer = canTakeBid(situation?.listing, bid.bidder);
  return answer.ok ? null : answer;
}

const seller = alias(userTable, "seller");
const bidder = alias(userTable, "bidder");

type BidKey = Readonly<Record<"id" | "listingId" | "bidderId", string | Placeholder>>;

/** The listing of a bid, its two people, and what the bidder has bid on it before. */
function selectSituation(queryable: Queryable, { id, listingId, bidderId }: BidKey) {
  const own = sql`${bidTable.listingId} = ${listingTable.id} and ${bidTable.bidderId} = ${bidderId}`;
  return queryable
    .select({
      listing: listingTable,
      seller,
      bidder,
      isRepeat: sql<boolean>`exists (select from ${bidTable} where ${bidTable.id} = ${id}::uuid and ${own})`,
      hasOpen: sql<boolean>`exists (select from ${bidTable} where ${bidTable.id} <> ${id}::uuid
        and ${bidTable.state} = ${FROM} and ${own})`,
    })
    .from(listingTable)
    .innerJoin(seller, eq(seller.id, listingTable.sellerId))
    .innerJoin(bidder, eq(bidder.id, bidderId))
    .where(eq(listingTable.id, listingId));
}

type Situation = Awaited<ReturnType<typeof selectSituation>>[number];

const findSituations = prepareQuery(
  "bid_situation",
  ["id", "listingId", "bidderId"],
  selectSituation,
  // What the bidder did a moment ago is in it.
  { from: db },
);

function keyOf({
  id,
  listingId,
  bidder: { id: bidderId },
}: Pick<NewBid, "id" | "listingId" | "bidder">) {
  return { id, listingId, bidderId };
}

async function findSituation(
  bid: Pick<NewBid, "id" | "listingId" | "bidder">,
): Promise<Situation | null> {
  if (!isListingId(bid.listingId)) return null;
  const [situation] = await findSituations(keyOf(bid));
  return situation ?? null;
}
