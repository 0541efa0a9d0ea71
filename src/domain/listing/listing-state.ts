import type { CarMove, CarState } from "#domain/car/car-state.ts";
import { listKeys } from "#values/record.ts";

// The one place that says what may be done with a listing, by whom, and what follows.
// Pages take their buttons from here, bid/move-listing.server.ts makes the moves, and
// listing-state.test.ts walks every state, move and person.

export const LISTING_STATES = ["draft", "in_review", "live", "paused", "sold", "removed"] as const;
export type ListingState = (typeof LISTING_STATES)[number];

/**
 * What a listing's history holds: the states it entered; `reserved` and `released`, which leave it
 * live; and `reopened`, where a sale was taken back.
 */
export const LISTING_EVENTS = [...LISTING_STATES, "reserved", "released", "reopened"] as const;
type ListingEventKind = (typeof LISTING_EVENTS)[number];

/** Everything that decides which moves a listing has. A car held for a bidder stays live. */
export type ListingSnapshot = {
  state: ListingState;
  reservedAt: Date | null;
  soldAt: Date | null;
};

export function isSold(listing: { state: ListingState }): boolean {
  return listing.state === "sold";
}

/** The states in which strangers see a listing. A sold car keeps its page, so that no link to it dies. */
export const PUBLIC_STATES = ["live", "sold"] as const satisfies readonly ListingState[];

export function isPublic({ state }: { state: ListingState }): boolean {
  return PUBLIC_STATES.some((each) => each === state);
}

/**
 * The seller; staff in their place; a bidder, who takes the price that the seller named to them; or
 * the site itself, where one of its rules asks for it: the car found its buyer in another way.
 */
export const MOVERS = ["seller", "staff", "bidder", "site"] as const;
export type Mover = (typeof MOVERS)[number];

/** What becomes of the bids in one state (`chosen`: of the one answered); each bidder is told once. */
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

/** Whoever else bid waits while the car is held, and hears so. */
const OTHERS_WAIT = { from: "open", to: "open", notification: "on_hold" } as const;
const OTHERS_GO_ON = { from: "open", to: "open", notification: "available_again" } as const;

type Move = {
  by: readonly Mover[];
  /** Who may make it where staff approve listings, if that differs. */
  byWhereReviewed?: readonly Mover[];
  from: readonly ListingState[];
  /** `as_it_is`: the state stays; `as_before_sale`: live, or paused where it was paused. */
  to: ListingState | "as_it_is" | "as_before_sale";
  /** The refusal on a sold car, where it is not the usual one. */
  whenSold?: "already_sold";
  /** Why not while the car is held for a bidder. */
  whenReserved?: "held_for_bidder" | "reserved_for_another";
  /** Why not while it is held for nobody. */
  whenNotReserved?: "not_reserved";
  /** Only within this many hours of the sale. */
  withinHoursOfSale?: number;
  /** Whether the car is held from now on; unset where that stays as it was. */
  reserves?: boolean;
  /** What the history says, where it is not the state entered. */
  records?: ListingEventKind;
  bids?: readonly BidOutcome[];
  /** What the seller is told by e-mail, because somebody else did it. */
  notifiesSeller?: "approved" | "sent_back";
  /** The move of the car that it makes; what else offers the same car follows. */
  car?: CarMove;
  /** Not while the car is held for or sold to somebody: it cannot be offered then. */
  needsAvailableCar?: boolean;
  /** Not while a dealership's ad breaks a rule of law (domain/ad-rules). */
  needsLawfulAd?: boolean;
};

/** How long a seller may take a sale back; after that the buyer counts on it. */
export const SALE_UNDO_HOURS = 24;

const SELLER = ["seller"] as const;
const STAFF = ["staff"] as const;
const SELLER_OR_STAFF = ["seller", "staff"] as const;

/**
 * Every move of a listing; there is no other. In the search a listing follows its state by itself (a
 * trigger, drizzle/0002), so no move owes that.
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
  /** Its seller changed what people see of it, and staff approve listings. */
  review_again: { by: ["site"], from: ["live", "paused"], to: "in_review" },
  pause: { by: SELLER_OR_STAFF, from: ["live"], to: "paused", whenReserved: "held_for_bidder" },
  resume: { by: SELLER_OR_STAFF, from: ["paused"], to: "live", needsLawfulAd: true },

  // Staff do not answer a bidder in a seller's place.
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
  /** A bidder takes the price that the seller named in return: the seller said yes before. */
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
  /** Names another price to a bidder. */
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
  /** Turns down the bidder whom the car is held for: it is free again. */
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

  /** To whom it is held for, or to somebody who never bid here. */
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
   * Takes a sale back. A bid that the car was reserved for is open again, too: the sale that fell
   * through was most often that one, and the seller reserves it anew in one press.
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
    // Nobody waits for an answer about a car that is gone.
    bids: [{ from: "open", to: "declined", notification: "declined" }],
  },

  // The same car found its buyer by a dealer offer or by another listing, or lost them again.
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

// Pure, so that a page which asks no more than isSold does not bring the table to the browser.
export const LISTING_MOVE_NAMES = /* @__PURE__ */ listKeys(LISTING_MOVES);

/** A move with all that it may say, for whoever reads the table by name. */
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
  /** Staff approve each listing before it goes live. */
  isReviewed: boolean;
  at: Date;
  /** Of the car that is listed, where it matters: `publish` and the like need an available one. */
  carState?: CarState;
  /** Of the ad, where it was looked at. */
  isAdLawful?: boolean;
};

/** Why a listing cannot be moved so, or null where it can. */
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

/** Until when a sale can be taken back; null where there is none, or that time is over. */
export function findSaleUndoEnd(soldAt: Date | null, at: Date): Date | null {
  if (!soldAt) return null;
  const ends = new Date(soldAt.getTime() + SALE_UNDO_HOURS * 60 * 60_000);
  return ends > at ? ends : null;
}
