import { describe, expect, test } from "vitest";
import { LISTING_STATES, type ListingState } from "#storefront/listing/listing.ts";
import { LISTING_MOVES, type ListingMove, moveRefusal, movesOf } from "./listing-moves.ts";

const MOVES = Object.keys(LISTING_MOVES) as ListingMove[];

/** Every move that a seller may make without a review, state by state; all others are refused. */
const SELLERS: Record<ListingState, ListingMove[]> = {
  draft: ["publish", "ask_for_review", "remove"],
  in_review: ["withdraw", "remove"],
  live: ["pause", "mark_sold", "remove"],
  paused: ["resume", "remove"],
  sold: ["remove"],
  removed: [],
};

describe.each(LISTING_STATES)("from %s", (state) => {
  test.each(MOVES)("%s", (move) => {
    const standing = { state, reservedAt: null };
    const seller = moveRefusal(move, standing, { by: "seller", isReviewed: false });
    expect(seller === null).toBe(SELLERS[state].includes(move));
    const staff = moveRefusal(move, standing, { by: "staff", isReviewed: true });
    expect(staff === null).toBe((LISTING_MOVES[move].from as readonly string[]).includes(state));
  });
});

test("where staff approve listings, a seller asks for it and cannot publish", () => {
  const draft = { state: "draft", reservedAt: null } as const;
  expect(moveRefusal("publish", draft, { by: "seller", isReviewed: true })).toBe("not_permitted");
  expect(movesOf(draft, true)).toEqual(["ask_for_review"]);
  expect(movesOf(draft, false)).toEqual(["publish"]);
});

test.each([
  ["pause", "held_for_bidder"],
  ["remove", "held_for_bidder"],
  ["mark_sold", null],
] as const)("held for a bidder, %s: %s", (move, refusal) => {
  const held = { state: "live", reservedAt: new Date() } as const;
  expect(moveRefusal(move, held, { by: "seller", isReviewed: false })).toBe(refusal);
});
