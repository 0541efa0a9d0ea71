import { countAgainst, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import type { Locale } from "#values/locale.ts";
import type { Bidder, BidProblem } from "./bid.ts";
import { findBidRefusal, type PlacedBid, placeBid } from "./place-bid.server.ts";
import { readBid, type TypedBid } from "./read-bid.server.ts";

/** Far above what a buyer does in an hour; each bid writes to a seller. */
const BIDS_BY_MEMBER: RateLimit = { name: "bids by member", most: 60, windowMs: 3_600_000 };

export type ReceivedBid =
  | { ok: true; id: string; priceCad: number }
  | Extract<PlacedBid, { ok: false }>
  | { ok: false; code: "put_right"; problems: BidProblem[] }
  | { ok: false; code: "too_many_bids"; retryAfterSeconds: number };

/**
 * A bid as it comes in by the page or by the call. A listing that takes no bid says so first,
 * whatever was typed and however often it was tried.
 */
export async function receiveBid(given: {
  id: string;
  listingId: string;
  bidder: Bidder;
  locale: Locale;
  typed: TypedBid;
}): Promise<ReceivedBid> {
  const { typed, ...bid } = given;
  const refused = await findBidRefusal(bid);
  if (refused && !refused.ok) return refused;
  const reading = readBid(typed);
  if (!reading.ok) return { ok: false, code: "put_right", problems: reading.problems };
  const { phone, priceCad, message } = reading;
  if (refused) return { ok: true, id: bid.id, priceCad };
  const limit = countAgainst(BIDS_BY_MEMBER, bid.bidder.id);
  if (!limit.ok) return { ...limit, code: "too_many_bids" };
  const placed = await placeBid({ ...bid, phone, priceCad, message });
  return placed.ok ? { ok: true, id: placed.id, priceCad } : placed;
}
