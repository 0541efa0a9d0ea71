import {
  type Circumstances,
  findMoveRefusal,
  type ListingMove,
  type ListingStanding,
} from "./listing-state.ts";

// Which moves of a listing each place offers as buttons.

/** Where the buttons stand: the seller's page of a listing, its bids as a whole, staff's list of reviews. */
const BUTTONS = {
  manage: [
    "publish",
    "ask_for_review",
    "withdraw",
    "resume",
    "mark_sold",
    "pause",
    "reopen",
    "remove",
  ],
  received_bids: ["mark_sold", "release", "reopen"],
  review: ["approve", "send_back"],
} as const satisfies Record<string, readonly ListingMove[]>;

export type OfferedMove<Place extends keyof typeof BUTTONS> = (typeof BUTTONS)[Place][number];

export function listMovesAt<Place extends keyof typeof BUTTONS>(
  place: Place,
): readonly OfferedMove<Place>[] {
  return BUTTONS[place];
}

export function isMoveAt<Place extends keyof typeof BUTTONS>(
  place: Place,
  value: unknown,
): value is OfferedMove<Place> {
  return BUTTONS[place].some((move) => move === value);
}

/** The moves that a place offers right now, in the order of its buttons. */
export function offerMoves<Place extends keyof typeof BUTTONS>(
  place: Place,
  listing: ListingStanding,
  circumstances: Circumstances,
): OfferedMove<Place>[] {
  return listMovesAt(place).filter((move) => {
    // Where nobody reviews, asking for it would only cost the seller a wait.
    if (move === "ask_for_review" && !circumstances.isReviewed) return false;
    return !findMoveRefusal(move, listing, circumstances);
  });
}
