import pg from "pg";
import { db } from "#platform/database/database.server.ts";
import { limitConcurrency } from "#platform/limit/concurrency.server.ts";
import { countAgainst, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import type { Locale } from "#values/locale.ts";
import type { E164 } from "#values/phone.ts";
import { type BidRefusal, canTakeBid } from "./bid-conditions.ts";
import { type BidSituation, findBidSituation } from "./bid-situation.server.ts";
import type { Bidder, BidFieldError, NewBid } from "./bid.ts";
import { readBid, type TypedBid } from "./read-bid.server.ts";
import { BidRefused, prepareBid, replaceBid, storeBidTogether } from "./store-bid.server.ts";

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

/** A listing that takes no bid says so first, whatever was typed and however often it was tried. */
function checkTyped({ typed, ...bid }: TypedBidOf, situation: BidSituation | null): CheckedBid {
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
  const situation = await findBidSituation(bid);
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

/**
 * Places a bid, with its lead and the e-mails that it owes, or refuses: all of it or nothing. Who
 * bids, on what and whether they may is decided here from the session and the database.
 */
export async function placeBid(bid: NewBid): Promise<PlacedBid> {
  return storeOrRefuse(bid, await inTurn(() => findBidSituation(bid)));
}

async function storeOrRefuse(bid: NewBid, situation: BidSituation | null): Promise<PlacedBid> {
  const refused = findBidRefusal(bid, situation);
  if (refused || !situation) return refused ?? { ok: false, code: "no_such_listing" };
  const isStored = await storeBid(bid, situation);
  if (isStored) return { ok: true, id: bid.id, repeated: false };
  const since = findBidRefusal(bid, await inTurn(() => findBidSituation(bid)));
  return since ?? { ok: false, code: "not_for_sale" };
}

/** False where the listing takes the bid no more. */
async function storeBid(bid: NewBid, situation: BidSituation): Promise<boolean> {
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
      if (error instanceof BidRefused) return false;
      throw error;
    }
  });
}

function isOpenBidThere(thrown: unknown): boolean {
  const error = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown;
  return error instanceof pg.DatabaseError && error.constraint === "bid_one_open";
}

/** Null where the listing takes the bid, as it stands; the insert decides again. */
function findBidRefusal(
  bid: Pick<NewBid, "id" | "bidder">,
  situation: BidSituation | null,
): PlacedBid | null {
  if (situation?.isRepeat) return { ok: true, id: bid.id, repeated: true };
  const answer = canTakeBid(situation?.listing, bid.bidder);
  return answer.ok ? null : answer;
}
