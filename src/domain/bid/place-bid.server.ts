import { countAgainst, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import type { Locale } from "#values/locale.ts";
import { type BidRefusal, canTakeBid } from "./bid-conditions.ts";
import { type BidSituation, findBidSituation } from "./bid-situation.server.ts";
import type { Bidder, BidFieldError, NewBid } from "./bid.ts";
import { readBid, type TypedBid } from "./read-bid.server.ts";
import { inTurn, storeBid } from "./store-bid.server.ts";

/** Far above what a buyer does in an hour; each bid writes to a seller. */
const BIDS_BY_MEMBER: RateLimit = { name: "bids by member", most: 60, windowMs: 3_600_000 };

type TypedBidOf = {
  id: string;
  listingId: string;
  bidder: Bidder;
  locale: Locale;
  typed: TypedBid;
};

type PlacedBid =
  | { ok: true; id: string; repeated: boolean }
  /** `not_for_sale`: it was refused, and by the time we asked why, the reason was gone. */
  | { ok: false; code: BidRefusal | "not_for_sale" };

type ReceivedBid =
  | { ok: true; id: string; priceCad: number }
  | Extract<PlacedBid, { ok: false }>
  | { ok: false; code: "put_right"; fieldErrors: BidFieldError[] }
  | { ok: false; code: "too_many_bids"; retryAfterSeconds: number };

/** A bid as it comes in by the page or by the call: read, counted and placed. */
export async function receiveBid({ typed, ...bid }: TypedBidOf): Promise<ReceivedBid> {
  const situation = await findBidSituation(bid);
  // A listing that takes no bid says so first, whatever was typed and however often it was tried.
  const answered = answerWithoutStoring(bid, situation);
  if (answered && !answered.ok) return answered;
  const reading = readBid(typed);
  if (!reading.ok) return { ok: false, code: "put_right", fieldErrors: reading.fieldErrors };
  const { phone, priceCad, message } = reading;
  if (answered) return { ok: true, id: bid.id, priceCad };
  const limit = await countAgainst(BIDS_BY_MEMBER, bid.bidder.id);
  if (!limit.ok) return { ...limit, code: "too_many_bids" };
  const placed = await placeBid({ ...bid, phone, priceCad, message }, situation);
  return placed.ok ? { ok: true, id: placed.id, priceCad } : placed;
}

/**
 * Places a bid, with its lead and the e-mails that it owes, or refuses: all of it or nothing. Who
 * bids, on what and whether they may is decided here from the session and the database. `seen`: what
 * was read of the listing a moment ago.
 */
export async function placeBid(bid: NewBid, seen?: BidSituation | null): Promise<PlacedBid> {
  const situation = seen === undefined ? await inTurn(() => findBidSituation(bid)) : seen;
  const answered = answerWithoutStoring(bid, situation);
  if (answered || !situation) return answered ?? { ok: false, code: "no_such_listing" };
  if (await storeBid(bid, situation)) return { ok: true, id: bid.id, repeated: false };
  const since = answerWithoutStoring(bid, await inTurn(() => findBidSituation(bid)));
  return since ?? { ok: false, code: "not_for_sale" };
}

/** It is stored already, or refused. Null where the listing takes it, as it stands; storing decides again. */
function answerWithoutStoring(
  bid: Pick<NewBid, "id" | "bidder">,
  situation: BidSituation | null,
): PlacedBid | null {
  if (situation?.isRepeat) return { ok: true, id: bid.id, repeated: true };
  const result = canTakeBid(situation?.listing, bid.bidder);
  return result.ok ? null : result;
}
