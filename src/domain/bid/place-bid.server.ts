import { randomUUID } from "node:crypto";
import { and, eq, ne, sql } from "drizzle-orm";
import { replaceSubmission, storeSubmission } from "#domain/lead/receive-submission.server.ts";
import { notify } from "#domain/notification/notify.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { limitConcurrency } from "#platform/limit/concurrency.server.ts";
import { countAgainst, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import type { Locale } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";
import { type BidRefusal, canTakeBid } from "./bid-conditions.ts";
import { buildBidSubmission } from "./bid-lead.server.ts";
import { listNewBidMessages } from "./bid-messages.server.ts";
import { type BidSituation, findBidSituation, lockBidSituation } from "./bid-situation.server.ts";
import { findBidMove } from "./bid-state.ts";
import { bidEventTable, bidTable } from "./bid.table.ts";
import type { Bidder, BidFieldError, NewBid } from "./bid.ts";
import { readBid, type TypedBid } from "./read-bid.server.ts";

/** Far above what a buyer does in an hour; each bid sends mail to a seller. */
const BIDS_BY_MEMBER: RateLimit = { name: "bids by member", most: 60, windowMs: 3_600_000 };

/** So that a rush of bids leaves database connections for everybody else. */
const inTurn = limitConcurrency(8);

type TypedBidOf = {
  id: string;
  listingId: string;
  bidder: Bidder;
  locale: Locale;
  typed: TypedBid;
};

type PlacedBid =
  | { ok: true; id: string; repeated: boolean }
  /** `not_for_sale`: something else is stored under its id. */
  | { ok: false; code: BidRefusal | "not_for_sale" };

type ReceivedBid =
  | { ok: true; id: string; priceCad: number }
  | Extract<PlacedBid, { ok: false }>
  | { ok: false; code: "put_right"; fieldErrors: BidFieldError[] }
  | { ok: false; code: "too_many_bids"; retryAfterSeconds: number };

/**
 * Receives a bid from the page or the call: reads it, counts it against the limit and places it.
 */
export async function receiveBid({ typed, ...bid }: TypedBidOf): Promise<ReceivedBid> {
  const situation = await findBidSituation(bid);
  // A listing that accepts no bid says so first, whatever was typed and however often it was tried.
  const answered = answerWithoutStoring(bid, situation);
  if (answered && !answered.ok) return answered;
  const reading = readBid(typed);
  if (!reading.ok) return { ok: false, code: "put_right", fieldErrors: reading.fieldErrors };
  const { phone, priceCad, message } = reading;
  if (answered) return { ok: true, id: bid.id, priceCad };
  const limit = await countAgainst(BIDS_BY_MEMBER, bid.bidder.id);
  if (!limit.ok) return { ...limit, code: "too_many_bids" };
  const placed = await placeBid({ ...bid, phone, priceCad, message });
  return placed.ok ? { ok: true, id: placed.id, priceCad } : placed;
}

/**
 * Places a bid with its lead and its messages, or refuses it: all or nothing. Who bids, on which
 * listing, and whether they may, is decided here from the session and the database. If the person
 * has an open bid on the car, the new one replaces it.
 */
export function placeBid(bid: NewBid): Promise<PlacedBid> {
  return inTurn(async () => {
    try {
      return await db().transaction((transaction) => storeBid(transaction, bid));
    } catch (error) {
      if (error instanceof IdTaken) return { ok: false, code: "not_for_sale" };
      throw error;
    }
  });
}

/** Rolls back a bid whose id is already used by something else. */
class IdTaken extends Error {
  override name = "IdTaken";
}

async function storeBid(transaction: Transaction, bid: NewBid): Promise<PlacedBid> {
  const { id, listingId, bidder, priceCad, phone, message } = bid;
  const bidderId = bidder.id;
  // The car's row is locked before an existing lead, in the same order as by the seller's answers.
  const situation = await lockBidSituation(transaction, bid);
  const answered = answerWithoutStoring(bid, situation);
  if (answered || !situation) return answered ?? { ok: false, code: "no_such_listing" };
  const isOpenBefore = and(
    eq(bidTable.listingId, listingId),
    eq(bidTable.bidderId, bidderId),
    eq(bidTable.state, OPEN),
    ne(bidTable.id, id),
  );
  const [replaced] = await transaction
    .update(bidTable)
    .set({ state: REPLACED })
    .where(isOpenBefore)
    .returning({ id: bidTable.id, priceCad: bidTable.priceCad });
  // The time is taken while the car is locked, so that bids and a sale are in the right order.
  const [placed] = await transaction
    .insert(bidTable)
    .values({ id, listingId, bidderId, priceCad, phone, message, placedAt: sql`clock_timestamp()` })
    .onConflictDoNothing({ target: bidTable.id })
    .returning({ placedAt: bidTable.placedAt });
  if (!placed) throw new IdTaken();
  const event = { id: randomUUID(), byUserId: bidderId, at: placed.placedAt };
  await transaction
    .insert(bidEventTable)
    .values([
      ...(replaced
        ? [{ ...event, id: randomUUID(), bidId: replaced.id, kind: "replaced" as const }]
        : []),
      { ...event, bidId: id, kind: "placed" },
    ]);
  const submission = buildBidSubmission(situation.listing, bid);
  const isStored = replaced
    ? await replaceSubmission(transaction, submission, {
        replacedId: replaced.id,
        note: [replaced.priceCad, priceCad].map((price) => formatCad(price, "en")).join(" → "),
      })
    : (await storeSubmission(transaction, submission)) !== null;
  if (!isStored) throw new IdTaken();
  await notify(transaction, ...listNewBidMessages(bid, event.id, situation));
  return { ok: true, id, repeated: false };
}

/**
 * The result if the bid is already stored or must be refused. Null if the listing accepts it now.
 */
function answerWithoutStoring(
  bid: Pick<NewBid, "id" | "bidder">,
  situation: BidSituation | null,
): PlacedBid | null {
  if (situation?.isRepeat) return { ok: true, id: bid.id, repeated: true };
  const result = canTakeBid(situation?.listing, bid.bidder);
  return result.ok ? null : result;
}

const { from: OPEN, to: REPLACED } = findBidMove("replace");
