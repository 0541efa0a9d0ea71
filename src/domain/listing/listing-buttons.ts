import {
  type Circumstances,
  findMoveRefusal,
  type ListingMove,
  type ListingSnapshot,
} from "./listing-state.ts";

// Which moves of a listing have buttons, by page.

/**
 * The groups of buttons: the seller's page of a listing, its bids as a whole, staff's review list.
 */
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

export type OfferedMove<Group extends keyof typeof BUTTONS> = (typeof BUTTONS)[Group][number];

export function listMovesAt<Group extends keyof typeof BUTTONS>(
  group: Group,
): readonly OfferedMove<Group>[] {
  return BUTTONS[group];
}

export function isMoveAt<Group extends keyof typeof BUTTONS>(
  group: Group,
  value: unknown,
): value is OfferedMove<Group> {
  return BUTTONS[group].some((move) => move === value);
}

/** The moves that a group of buttons offers now, in the order of the buttons. */
export function offerMoves<Group extends keyof typeof BUTTONS>(
  group: Group,
  listing: ListingSnapshot,
  circumstances: Circumstances,
): OfferedMove<Group>[] {
  return listMovesAt(group).filter((move) => {
    // If listings are not reviewed, asking for a review would only delay the seller.
    if (move === "ask_for_review" && !circumstances.isReviewed) return false;
    return !findMoveRefusal(move, listing, circumstances);
  });
}
