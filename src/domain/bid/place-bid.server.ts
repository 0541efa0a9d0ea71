import { randomUUID } from "node:crypto";
import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { replaceSubmission, storeSubmission } from "#domain/lead/receive-submission.server.ts";
import { BID_CONDITIONS, type BidRefusal, canTakeBid } from "./bid-conditions.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { isListingId } from "#domain/listing/listing.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { limitConcurrency } from "#platform/limit/concurrency.server.ts";
import { countAgainst, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import type { Locale } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";
import type { E164 } from "#values/phone.ts";
import { buildBidSubmission } from "./bid-lead.server.ts";
import { tellOfNewBid } from "./bid-messages.server.ts";
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
export async function checkBid({ typed, ...bid }: TypedBidOf): Promise<CheckedBid> {
  const refused = await findBidRefusal(bid);
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
  const checked = await checkBid(given);
  if (!checked.ok) return checked;
  const { phone, priceCad, message } = checked;
  if (checked.isPlaced) return { ok: true, id: bid.id, priceCad };
  const limit = await countAgainst(BIDS_BY_MEMBER, bid.bidder.id);
  if (!limit.ok) return { ...limit, code: "too_many_bids" };
  const placed = await placeBid({ ...bid, phone, priceCad, message });
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
  if (!isListingId(bid.listingId)) return { ok: false, code: "no_such_listing" };
  return inTurn(async () => {
    const refused = await findBidRefusal(bid);
    if (refused) return refused;
    try {
      await db().transaction((transaction) => storeBid(transaction, bid));
      return { ok: true, id: bid.id, repeated: false };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return (await findBidRefusal(bid)) ?? { ok: false, code: "not_for_sale" };
    }
  });
}

/**
 * A new lead and its messages first, the bid last: its lock on the listing is then held only briefly.
 * A bid in the place of another goes on with that one's lead.
 */
async function storeBid(transaction: Transaction, bid: NewBid): Promise<void> {
  // One open bid a person and car: bids of one person on one car wait for each other.
  await transaction.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`bid ${bid.listingId} ${bid.bidder.id}`}, 0))`,
  );
  const submission = await buildBidSubmission(transaction, bid);
  const eventId = randomUUID();
  const replaced = await findOpenBid(transaction, bid);
  if (replaced) {
    // The car's row is locked before a lead that is there already, as the seller's answers lock them.
    if (!(await insertBid(transaction, bid, eventId))) throw new Refused();
    const prices = [replaced.priceCad, bid.priceCad].map((price) => formatCad(price, "en"));
    const note = prices.join(" → ");
    await replaceSubmission(transaction, submission, { replacedId: replaced.id, note });
    return tellOfNewBid(transaction, bid, eventId);
  }
  if ((await storeSubmission(transaction, submission)) === null) throw new Refused();
  await tellOfNewBid(transaction, bid, eventId);
  if (!(await insertBid(transaction, bid, eventId))) throw new Refused();
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

/**
 * One statement asks and stores. The shared lock lets bids go on beside each other, waits for a
 * sale under way and then asks the row again, so that no bid follows a sale; the time is taken
 * while it is held, so that the two stand in the right order as well. The person's open bid on the
 * car gives way first: `placed` counts what `replaced` did, so that the database does it before.
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
export function takesBid(bidder: { id: string }): SQL | undefined {
  return and(
    ...BID_CONDITIONS.map((condition) => {
      const column = listingTable[condition.column];
      if ("isNot" in condition) return ne(column, bidder.id);
      return condition.is === null ? isNull(column) : eq(column, condition.is);
    }),
  );
}

/** Null where the listing takes the bid, as it stands; the insert decides again. */
async function findBidRefusal(
  bid: Pick<NewBid, "id" | "listingId" | "bidder">,
): Promise<PlacedBid | null> {
  if (!isListingId(bid.listingId)) return { ok: false, code: "no_such_listing" };
  const repeat = await db()
    .select({ id: bidTable.id })
    .from(bidTable)
    .where(
      and(
        eq(bidTable.id, bid.id),
        eq(bidTable.bidderId, bid.bidder.id),
        eq(bidTable.listingId, bid.listingId),
      ),
    );
  if (repeat.length > 0) return { ok: true, id: bid.id, repeated: true };
  const { state, sellerId, reservedAt } = listingTable;
  const [listing] = await db()
    .select({ state, sellerId, reservedAt })
    .from(listingTable)
    .where(eq(listingTable.id, bid.listingId));
  const answer = canTakeBid(listing, bid.bidder);
  return answer.ok ? null : answer;
}
