import { saleUndoEnds } from "#domain/bid/sale-undo.ts";
import type { ListingState } from "./listing.ts";

/** Who may make a move: the seller (and staff in their place), or staff alone. */
type Mover = "seller" | "staff";

type Move = {
  from: readonly ListingState[];
  to: ListingState;
  by: Mover;
  /** A car that is held for a bidder must be let go first. */
  whileReserved?: "refused";
};

/** Every way from one state of a listing to another (listing.ts). There is no other. */
export const LISTING_MOVES = {
  publish: { from: ["draft"], to: "live", by: "seller" },
  ask_for_review: { from: ["draft"], to: "in_review", by: "seller" },
  withdraw: { from: ["in_review"], to: "draft", by: "seller" },
  approve: { from: ["in_review"], to: "live", by: "staff" },
  send_back: { from: ["in_review"], to: "draft", by: "staff" },
  pause: { from: ["live"], to: "paused", by: "seller", whileReserved: "refused" },
  resume: { from: ["paused"], to: "live", by: "seller" },
  mark_sold: { from: ["live", "paused"], to: "sold", by: "seller" },
  /** Back to where it stood before the sale, which may have been paused. */
  reopen: { from: ["sold"], to: "live", by: "seller" },
  remove: {
    from: ["draft", "in_review", "live", "paused", "sold"],
    to: "removed",
    by: "seller",
    whileReserved: "refused",
  },
} as const satisfies Record<string, Move>;

export type ListingMove = keyof typeof LISTING_MOVES;

export type ListingStanding = {
  state: ListingState;
  reservedAt: Date | null;
  soldAt: Date | null;
};

export type MoveRefusal = "not_from_here" | "held_for_bidder" | "not_permitted" | "too_late";

type Rules = {
  by: Mover;
  /** Staff approve each listing before it goes live. */
  isReviewed: boolean;
  at: Date;
};

export function isListingMove(text: string): text is ListingMove {
  return Object.hasOwn(LISTING_MOVES, text);
}

/** Why a listing cannot be moved so, or null where it can. */
export function moveRefusal(
  move: ListingMove,
  listing: ListingStanding,
  { by, isReviewed, at }: Rules,
): MoveRefusal | null {
  const rule: Move = LISTING_MOVES[move];
  if (rule.by === "staff" && by !== "staff") return "not_permitted";
  if (move === "publish" && isReviewed && by !== "staff") return "not_permitted";
  if (!rule.from.includes(listing.state)) return "not_from_here";
  if (listing.reservedAt && rule.whileReserved === "refused") return "held_for_bidder";
  if (move === "reopen" && !saleUndoEnds(listing.soldAt, at)) return "too_late";
  return null;
}

/** What a seller can do with a listing right now, in the order of the buttons. */
export function movesOf(
  listing: ListingStanding,
  rules: Pick<Rules, "isReviewed" | "at">,
): ListingMove[] {
  const open = rules.isReviewed ? "ask_for_review" : "publish";
  const offered = [open, "withdraw", "resume", "mark_sold", "pause", "reopen"] as const;
  return offered.filter((move) => !moveRefusal(move, listing, { ...rules, by: "seller" }));
}
