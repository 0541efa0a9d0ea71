// The only definition of what may be done with a bid, by which of the two people, and what follows.
// A move that also moves the car names the listing's move (listing-state.ts), which has conditions
// of its own.

import { listKeys } from "#values/record.ts";
import {
  type Circumstances,
  findMoveRefusal,
  type ListingMove,
  type ListingSnapshot,
  type MoveRefusal,
} from "#domain/listing/listing-state.ts";
import type { BidEventKind } from "./bid.ts";

/** `replaced`: its bidder placed another bid on the same car; `withdrawn`: they withdrew it. */
export const BID_STATES = [
  "open",
  "accepted",
  "declined",
  "passed_over",
  "replaced",
  "withdrawn",
] as const;
export type BidState = (typeof BID_STATES)[number];

/** States of bids that their bidder withdrew or replaced: nobody else sees them as bids. */
export const TAKEN_BACK: BidState[] = ["replaced", "withdrawn"];

/** How a counter-offer ended: by the bidder's answer, or withdrawn by the seller. */
export const COUNTER_ANSWERS = ["accepted", "declined", "withdrawn"] as const;
export type CounterAnswer = (typeof COUNTER_ANSWERS)[number];

/** All facts that decide which moves a bid has. */
export type BidSnapshot = {
  state: BidState;
  priceCad: number;
  /** The seller's counter-offer; one per bid. */
  counterCad: number | null;
  counterAnswer: CounterAnswer | null;
};

export const BID_MOVERS = ["bidder", "seller"] as const;
export type BidMover = (typeof BID_MOVERS)[number];

type Move = {
  by: BidMover;
  from: BidState;
  to: BidState;
  /** The required state of the counter-offer: none yet, or one that the bidder has not answered. */
  counter?: "none" | "waiting";
  /** How this move ends the counter-offer. */
  answers?: CounterAnswer;
  /** The listing's move that is made with it, or that must at least be possible. */
  listing?: ListingMove;
  /** The event that is recorded, if the listing's move does not record it already. */
  records?: BidEventKind;
};

/** All moves of a bid, except those that follow when a car is sold, removed or freed. */
const BID_MOVES = {
  /** Replaced by the bidder's next bid (place-bid.server.ts). */
  replace: { by: "bidder", from: "open", to: "replaced", records: "replaced" },
  withdraw: { by: "bidder", from: "open", to: "withdrawn", records: "withdrawn" },
  accept_counter: {
    by: "bidder",
    from: "open",
    to: "accepted",
    counter: "waiting",
    answers: "accepted",
    listing: "accept_counter",
    records: "counter_accepted",
  },
  decline_counter: {
    by: "bidder",
    from: "open",
    to: "open",
    counter: "waiting",
    answers: "declined",
    records: "counter_declined",
  },
  sell: { by: "seller", from: "open", to: "accepted", listing: "sell_to_bidder" },
  reserve: { by: "seller", from: "open", to: "accepted", listing: "reserve" },
  /** The bid stays open: until the bidder answers, the seller may still accept it as it is. */
  counter: {
    by: "seller",
    from: "open",
    to: "open",
    counter: "none",
    listing: "counter_bid",
    records: "countered",
  },
  withdraw_counter: {
    by: "seller",
    from: "open",
    to: "open",
    counter: "waiting",
    answers: "withdrawn",
    records: "counter_withdrawn",
  },
  decline: { by: "seller", from: "open", to: "declined", listing: "decline_bid" },
  decline_buyer: { by: "seller", from: "accepted", to: "declined", listing: "decline_buyer" },
} as const satisfies Record<string, Move>;

export type BidMove = keyof typeof BID_MOVES;

// Pure: see LISTING_MOVE_NAMES.
export const BID_MOVE_NAMES = /* @__PURE__ */ listKeys(BID_MOVES);

/** A move with all of its optional fields, for code that reads the table by name. */
export function findBidMove<Name extends BidMove>(move: Name): Move & (typeof BID_MOVES)[Name] {
  return BID_MOVES[move];
}

export type BidMoveRefusal =
  | MoveRefusal
  | "already_answered"
  | "bid_taken_back"
  | "already_countered"
  | "no_counter";

type ByOneOfTheTwo = Circumstances & { by: BidMover };

/** Why this move of a bid is not possible; null if it is. */
export function findBidMoveRefusal(
  name: BidMove,
  bid: BidSnapshot,
  listing: ListingSnapshot,
  circumstances: ByOneOfTheTwo,
): BidMoveRefusal | null {
  const move: Move = BID_MOVES[name];
  if (move.by !== circumstances.by) return "not_permitted";
  const refusal = move.listing && findMoveRefusal(move.listing, listing, circumstances);
  if (refusal) return refusal;
  if (move.from !== bid.state) return findClosedRefusal(bid.state);
  if (move.counter === "none" && bid.counterCad !== null) return "already_countered";
  if (move.counter === "waiting" && !awaitsBidder(bid))
    return bid.counterAnswer ? "already_answered" : "no_counter";
  return null;
}

/** The refusal for a bid whose state has changed since somebody looked at it. */
export function findClosedRefusal(state: BidState): "already_answered" | "bid_taken_back" {
  return TAKEN_BACK.includes(state) ? "bid_taken_back" : "already_answered";
}

/** The moves of a bid that one of its two people has right now, in the order of the table. */
export function listBidMoves(
  bid: BidSnapshot,
  listing: ListingSnapshot,
  circumstances: ByOneOfTheTwo,
): BidMove[] {
  return BID_MOVE_NAMES.filter((move) => !findBidMoveRefusal(move, bid, listing, circumstances));
}

/** The seller made a counter-offer, and the bidder has not answered. */
export function awaitsBidder({ state, counterCad, counterAnswer }: BidSnapshot): boolean {
  return state === "open" && counterCad !== null && counterAnswer === null;
}

/**
 * What the bidder would pay now: the counter-offer if they accepted it, otherwise their own price.
 */
export function findAgreedPrice({ priceCad, counterCad, counterAnswer }: BidSnapshot): number {
  return counterAnswer === "accepted" && counterCad !== null ? counterCad : priceCad;
}
