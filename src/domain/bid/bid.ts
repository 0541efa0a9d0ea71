import type { E164 } from "#values/phone.ts";
import type { Locale } from "#values/locale.ts";
import type { Role } from "#values/role.ts";

/** SPEC.md §5 "Bid". */
export const BID_MINIMUM_CAD = 1_000;
export const BID_STEP_CAD = 10;
/** Above the price of any car here; it keeps a typing error out of the seller's list. */
export const BID_MAXIMUM_CAD = 10_000_000;
export const BID_MESSAGE_MAX_LENGTH = 2_000;

/** Events of which the bidder is notified by e-mail. */
const BIDDER_NOTIFICATIONS = [
  "placed",
  "accepted",
  "declined",
  "released",
  "bought",
  "passed_over",
  "reopened",
  "on_hold",
  "available_again",
] as const;
export type BidderNotification = (typeof BIDDER_NOTIFICATIONS)[number];

export function isBidderNotification(value: string): value is BidderNotification {
  return BIDDER_NOTIFICATIONS.some((kind) => kind === value);
}

/**
 * What can happen to a bid. `bought`: the car was marked sold to a bidder whose bid had been
 * accepted before; `released`: the car is no longer reserved for them; `reopened`: the sale that
 * answered the bid was taken back; `on_hold`: the car is reserved for somebody else, and the bid
 * waits; `available_again`: it no longer is; `replaced`: its bidder placed another bid on the same
 * car.
 */
export const BID_EVENTS = [
  ...BIDDER_NOTIFICATIONS,
  "replaced",
  "withdrawn",
  "countered",
  "counter_accepted",
  "counter_declined",
  "counter_withdrawn",
] as const;
export type BidEventKind = (typeof BID_EVENTS)[number];

export type BidFieldError =
  | { field: "bidderPhone"; code: "phone_missing" | "not_a_phone" | "phone_not_canadian" }
  | {
      field: "proposedPrice";
      code: "price_missing" | "not_a_price" | "price_too_low" | "price_too_high" | "price_off_step";
    }
  | { field: "bidderMessage"; code: "message_too_long" | "message_unreadable" | "holds_sin" };

/** The listing's price as the first proposal, rounded to the nearest step that a bid may have. */
export function proposeFirstPrice(listing: { priceCad: number }): number {
  const onStep = Math.round(listing.priceCad / BID_STEP_CAD) * BID_STEP_CAD;
  return Math.min(BID_MAXIMUM_CAD, Math.max(BID_MINIMUM_CAD, onStep));
}

/**
 * The allowed amounts of a counter-offer: more than the bid, which the seller could simply accept.
 * A typing error would sell the car for less, and a counter-offer is made only once.
 */
export function findCounterRule({ priceCad }: { priceCad: number }) {
  const above = Math.floor(priceCad / BID_STEP_CAD + 1) * BID_STEP_CAD;
  return { min: Math.max(BID_MINIMUM_CAD, above), max: BID_MAXIMUM_CAD, step: BID_STEP_CAD };
}

/** The bidder, from the session. */
export type Bidder = { id: string; role: Role; name: string; email: string };

/** A bid whose fields are valid; the database decides whether its listing accepts it. */
export type NewBid = {
  /** The same id is the same bid, however often it is sent. */
  id: string;
  listingId: string;
  bidder: Bidder;
  locale: Locale;
  /** E.164 */
  phone: E164;
  priceCad: number;
  message: string;
};
