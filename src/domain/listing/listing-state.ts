import type { CarMove, CarState } from "#domain/car/car-state.ts";
import { listKeys } from "#values/record.ts";

// The only definition of what may be done with a listing, by whom, and with which effects. Pages
// take their buttons from here, bid/move-listing.server.ts makes the moves, and
// listing-state.test.ts tests every combination of state, move and person.

export const LISTING_STATES = ["draft", "in_review", "live", "paused", "sold", "removed"] as const;
export type ListingState = (typeof LISTING_STATES)[number];

/**
 * The events of a listing's history: the states it entered; `reserved` and `released`, which leave
 * it live; and `reopened`, when a sale was taken back.
 */
export const LISTING_EVENTS = [...LISTING_STATES, "reserved", "released", "reopened"] as const;
type ListingEventKind = (typeof LISTING_EVENTS)[number];

/** Everything that decides which moves a listing allows. A car held for a bidder stays live. */
export type ListingSnapshot = {
  state: ListingState;
  reservedAt: Date | null;
  soldAt: Date | null;
};

export function isSold(listing: { state: ListingState }): boolean {
  return listing.state === "sold";
}

/**
 * The states in which a listing is public. A sold car keeps its page, so that links to it still
 * work.
 */
export const PUBLIC_STATES = ["live", "sold"] as const satisfies readonly ListingState[];

export function isPublic({ state }: { state: ListingState }): boolean {
  return PUBLIC_STATES.some((each) => each === state);
}

/**
 * The seller; staff for them; a bidder, who accepts the seller's counter-offer; or the site itself,
 * if one of its rules requires it, for example because the car was sold in another way.
 */
export const MOVERS = ["seller", "staff", "bidder", "site"] as const;
export type Mover = (typeof MOVERS)[number];

/**
 * What happens to the bids in one state (`chosen`: the bid that is answered); each bidder is
 * notified once.
 */
export type BidOutcome = {
  from: "chosen" | "accepted" | "open" | "passed_over";
  to: "accepted" | "declined" | "open" | "passed_over";
  notification:
    | "accepted"
    | "bought"
    | "declined"
    | "passed_over"
    | "released"
    | "reopened"
    | "on_hold"
    | "available_again";
};

/** Other bidders wait while the car is held, and are notified. */
const OTHERS_WAIT = { from: "open", to: "open", notification: "on_hold" } as const;
const OTHERS_GO_ON = { from: "open", to: "open", notification: "available_again" } as const;

type Move = {
  by: readonly Mover[];
  /** Who may make it if staff approve listings; absent if that makes no difference. */
  byWhereReviewed?: readonly Mover[];
  from: readonly ListingState[];
  /** `as_it_is`: the state stays; `as_before_sale`: live, or paused if it was paused. */
  to: ListingState | "as_it_is" | "as_before_sale";
  /** The refusal for a sold car, if it is not the usual one. */
  whenSold?: "already_sold";
  /** The refusal while the car is held for a bidder. */
  whenReserved?: "held_for_bidder" | "reserved_for_another";
  /** The refusal while it is held for nobody. */
  whenNotReserved?: "not_reserved";
  /** Only within this many hours after the sale. */
  withinHoursOfSale?: number;
  /** Whether the car is held from now on; absent if the move does not change that. */
  reserves?: boolean;
  /** The event in the history, if it is not the state entered. */
  records?: ListingEventKind;
  bids?: readonly BidOutcome[];
  /** The e-mail to the seller, because somebody else made the move. */
  notifiesSeller?: "approved" | "sent_back";
  /** The move of the car that it causes; everything else that offers the same car follows. */
  car?: CarMove;
  /** Refused while the car is held for or sold to somebody: it cannot be offered then. */
  needsAvailableCar?: boolean;
  /** Refused while a dealership's ad breaks a legal rule (domain/ad-rules). */
  needsLawfulAd?: boolean;
};

/** How long a seller may take back a sale; after that, the buyer counts on it. */
export const SALE_UNDO_HOURS = 24;

const SELLER = ["seller"] as const;
const STAFF = ["staff"] as const;
const SELLER_OR_STAFF = ["seller", "staff"] as const;

/**
 * All moves of a listing. A trigger (drizzle/0002) updates the search from the listing's state, so
 * no move has to.
 */
const LISTING_MOVES = {
  publish: {
    by: SELLER_OR_STAFF,
    byWhereReviewed: STAFF,
    from: ["draft"],
    to: "live",
    needsAvailableCar: true,
    needsLawfulAd: true,
  },
  ask_for_review: {
    by: SELLER_OR_STAFF,
    from: ["draft"],
    to: "in_review",
    needsAvailableCar: true,
    needsLawfulAd: true,
  },
  withdraw: { by: SELLER_OR_STAFF, from: ["in_review"], to: "draft" },
  approve: {
    by: STAFF,
    from: ["in_review"],
    to: "live",
    needsAvailableCar: true,
    needsLawfulAd: true,
    notifiesSeller: "approved",
  },
  send_back: { by: STAFF, from: ["in_review"], to: "draft", notifiesSeller: "sent_back" },
  /** Its seller changed what is public, and staff approve listings. */
  review_again: { by: ["site"], from: ["live", "paused"], to: "in_review" },
  pause: { by: SELLER_OR_STAFF, from: ["live"], to: "paused", whenReserved: "held_for_bidder" },
  resume: { by: SELLER_OR_STAFF, from: ["paused"], to: "live", needsLawfulAd: true },

  // Staff do not answer a bidder for a seller.
  sell_to_bidder: {
    by: SELLER,
    from: ["live"],
    to: "sold",
    whenSold: "already_sold",
    whenReserved: "reserved_for_another",
    car: "sell",
    bids: [
      { from: "chosen", to: "accepted", notification: "accepted" },
      { from: "open", to: "passed_over", notification: "passed_over" },
    ],
  },
  reserve: {
    by: SELLER,
    from: ["live"],
    to: "as_it_is",
    whenSold: "already_sold",
    whenReserved: "reserved_for_another",
    reserves: true,
    records: "reserved",
    car: "hold",
    bids: [{ from: "chosen", to: "accepted", notification: "accepted" }, OTHERS_WAIT],
  },
  /** A bidder accepts the seller's counter-offer: the seller has already agreed to it. */
  accept_counter: {
    by: ["bidder"],
    from: ["live"],
    to: "as_it_is",
    whenSold: "already_sold",
    whenReserved: "reserved_for_another",
    reserves: true,
    records: "reserved",
    car: "hold",
    bids: [OTHERS_WAIT],
  },
  /** Makes a counter-offer to a bidder. */
  counter_bid: {
    by: SELLER,
    from: ["live"],
    to: "as_it_is",
    whenSold: "already_sold",
    whenReserved: "reserved_for_another",
  },
  decline_bid: {
    by: SELLER,
    from: ["live"],
    to: "as_it_is",
    whenSold: "already_sold",
    bids: [{ from: "chosen", to: "declined", notification: "declined" }],
  },
  /** Declines the bidder for whom the car is held: it is available again. */
  decline_buyer: {
    by: SELLER,
    from: ["live"],
    to: "as_it_is",
    whenSold: "already_sold",
    whenNotReserved: "not_reserved",
    reserves: false,
    records: "released",
    car: "free",
    bids: [{ from: "accepted", to: "declined", notification: "declined" }, OTHERS_GO_ON],
  },
  release: {
    by: SELLER,
    from: ["live"],
    to: "as_it_is",
    whenSold: "already_sold",
    whenNotReserved: "not_reserved",
    reserves: false,
    records: "released",
    car: "free",
    bids: [{ from: "accepted", to: "open", notification: "released" }, OTHERS_GO_ON],
  },

  /** To the bidder for whom it is held, or to somebody who did not bid here. */
  mark_sold: {
    by: SELLER_OR_STAFF,
    from: ["live", "paused"],
    to: "sold",
    whenSold: "already_sold",
    reserves: false,
    car: "sell",
    bids: [
      { from: "accepted", to: "accepted", notification: "bought" },
      { from: "open", to: "passed_over", notification: "passed_over" },
    ],
  },
  /**
   * Takes a sale back. A bid for which the car was reserved is open again too: it was most often
   * the buyer of that bid who fell through, and the seller can reserve the car again with one
   * click.
   */
  reopen: {
    by: SELLER_OR_STAFF,
    from: ["sold"],
    to: "as_before_sale",
    withinHoursOfSale: SALE_UNDO_HOURS,
    records: "reopened",
    car: "free",
    bids: [
      { from: "accepted", to: "open", notification: "reopened" },
      { from: "passed_over", to: "open", notification: "reopened" },
    ],
  },
  remove: {
    by: SELLER_OR_STAFF,
    from: ["draft", "in_review", "live", "paused", "sold"],
    to: "removed",
    whenReserved: "held_for_bidder",
    // Nobody should wait for an answer about a removed car.
    bids: [{ from: "open", to: "declined", notification: "declined" }],
  },

  // The same car was reserved or sold by a dealer offer or another listing, or became available
  // again.
  hold_elsewhere: {
    by: ["site"],
    from: ["live", "paused"],
    to: "as_it_is",
    whenReserved: "reserved_for_another",
    reserves: true,
    records: "reserved",
    bids: [OTHERS_WAIT],
  },
  free_elsewhere: {
    by: ["site"],
    from: ["live", "paused"],
    to: "as_it_is",
    whenNotReserved: "not_reserved",
    reserves: false,
    records: "released",
    bids: [{ from: "accepted", to: "open", notification: "released" }, OTHERS_GO_ON],
  },
  sell_elsewhere: {
    by: ["site"],
    from: ["live", "paused"],
    to: "sold",
    reserves: false,
    bids: [{ from: "open", to: "passed_over", notification: "passed_over" }],
  },
  reopen_elsewhere: {
    by: ["site"],
    from: ["sold"],
    to: "as_before_sale",
    records: "reopened",
    bids: [
      { from: "accepted", to: "open", notification: "reopened" },
      { from: "passed_over", to: "open", notification: "reopened" },
    ],
  },
} as const satisfies Record<string, Move>;

export type ListingMove = keyof typeof LISTING_MOVES;

// Marked as pure, so that a page which only asks isSold does not load the table in the browser.
export const LISTING_MOVE_NAMES = /* @__PURE__ */ listKeys(LISTING_MOVES);

/** A move typed with all optional fields, for callers that look it up by name. */
export function findMove(move: ListingMove): Move {
  return LISTING_MOVES[move];
}

export type MoveRefusal =
  | "not_permitted"
  | "not_from_here"
  | "already_sold"
  | "held_for_bidder"
  | "reserved_for_another"
  | "not_reserved"
  | "too_late"
  | "car_taken"
  | "ad_breaks_rule";

export type Circumstances = {
  by: Mover;
  /** Whether staff approve each listing before it goes live. */
  isReviewed: boolean;
  at: Date;
  /** The state of the listed car, if it matters: moves such as `publish` need an available one. */
  carState?: CarState;
  /** Whether the ad breaks no legal rule, if it was checked. */
  isAdLawful?: boolean;
};

/** Why this move of a listing is refused; null if it is allowed. */
export function findMoveRefusal(
  name: ListingMove,
  listing: ListingSnapshot,
  { by, isReviewed, at, carState = "available", isAdLawful = true }: Circumstances,
): MoveRefusal | null {
  const move = findMove(name);
  const movers = (isReviewed && move.byWhereReviewed) || move.by;
  if (!movers.includes(by)) return "not_permitted";
  if (!move.from.includes(listing.state))
    return (isSold(listing) && move.whenSold) || "not_from_here";
  if (move.needsAvailableCar && carState !== "available") return "car_taken";
  if (move.needsLawfulAd && !isAdLawful) return "ad_breaks_rule";
  if (listing.reservedAt && move.whenReserved) return move.whenReserved;
  if (!listing.reservedAt && move.whenNotReserved) return move.whenNotReserved;
  if (move.withinHoursOfSale && !findSaleUndoEnd(listing.soldAt, at)) return "too_late";
  return null;
}

/** Until when a sale can be taken back; null if there is none, or if that time is over. */
export function findSaleUndoEnd(soldAt: Date | null, at: Date): Date | null {
  if (!soldAt) return null;
  const ends = new Date(soldAt.getTime() + SALE_UNDO_HOURS * 60 * 60_000);
  return ends > at ? ends : null;
}
