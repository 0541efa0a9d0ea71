import { describe, expect, test } from "vitest";
import { LISTING_STATES, type ListingState } from "./listing.ts";
import { LISTING_MOVES, type ListingMove, moveRefusal, movesOf } from "./listing-state.ts";

const MOVES = Object.keys(LISTING_MOVES) as ListingMove[];

/** Every move that a seller may make without a review, state by state; all others are refused. */
const SELLERS: Record<ListingState, ListingMove[]> = {
  draft: ["publish", "ask_for_review", "remove"],
  in_review: ["withdraw", "remove"],
  live: ["pause", "mark_sold", "remove"],
  paused: ["resume", "mark_sold", "remove"],
  sold: ["reopen", "remove"],
  removed: [],
};

const at = new Date("2026-11-21T15:00:00Z");
const hoursBefore = (hours: number) => new Date(at.getTime() - hours * 3_600_000);

describe.each(LISTING_STATES)("from %s", (state) => {
  test.each(MOVES)("%s", (move) => {
    const soldAt = state === "sold" ? hoursBefore(1) : null;
    const standing = { state, reservedAt: null, soldAt };
    const seller = moveRefusal(move, standing, { by: "seller", isReviewed: false, at });
    expect(seller === null).toBe(SELLERS[state].includes(move));
    const staff = moveRefusal(move, standing, { by: "staff", isReviewed: true, at });
    expect(staff === null).toBe((LISTING_MOVES[move].from as readonly string[]).includes(state));
  });
});

test("where staff approve listings, a seller asks for it and cannot publish", () => {
  const draft = { state: "draft", reservedAt: null, soldAt: null } as const;
  expect(moveRefusal("publish", draft, { by: "seller", isReviewed: true, at })).toBe(
    "not_permitted",
  );
  expect(movesOf(draft, { isReviewed: true, at })).toEqual(["ask_for_review"]);
  expect(movesOf(draft, { isReviewed: false, at })).toEqual(["publish"]);
});

test.each([
  ["pause", "held_for_bidder"],
  ["remove", "held_for_bidder"],
  ["mark_sold", null],
] as const)("held for a bidder, %s: %s", (move, refusal) => {
  const held = { state: "live", reservedAt: new Date(), soldAt: null } as const;
  expect(moveRefusal(move, held, { by: "seller", isReviewed: false, at })).toBe(refusal);
});

test.each([
  [23.9, null],
  [24, "too_late"],
] as const)("a sale of %d hours ago, taken back: %s", (hours, refusal) => {
  const sold = { state: "sold", reservedAt: null, soldAt: hoursBefore(hours) } as const;
  expect(moveRefusal("reopen", sold, { by: "seller", isReviewed: true, at })).toBe(refusal);
});
