import { describe, expect, test } from "vitest";
import { CAR_STATES, type CarState } from "#domain/car/car-state.ts";
import { offerMoves } from "./listing-buttons.ts";
import {
  findMoveRefusal,
  findSaleUndoEnd,
  isPublic,
  isSold,
  LISTING_MOVE_NAMES,
  LISTING_STATES,
  type ListingMove,
  type ListingState,
  type Mover,
  MOVERS,
} from "./listing-state.ts";

const at = new Date("2026-11-21T15:00:00Z");
const hoursBefore = (hours: number) => new Date(at.getTime() - hours * 3_600_000);
const standing = (state: ListingState, isReserved = false) => ({
  state,
  reservedAt: isReserved ? hoursBefore(2) : null,
  soldAt: state === "sold" ? hoursBefore(1) : null,
});

const EVERYBODY = ["remove"] as const;
const STAFFS = ["approve", "send_back"] as const;

/** What each may do, written by hand: everything that is not here is refused. */
const PERMITTED: Record<ListingState | "held", Partial<Record<Mover, readonly ListingMove[]>>> = {
  draft: { seller: ["publish", "ask_for_review", ...EVERYBODY] },
  in_review: { seller: ["withdraw", ...EVERYBODY], staff: ["withdraw", ...STAFFS, ...EVERYBODY] },
  live: {
    seller: [
      "pause",
      "sell_to_bidder",
      "reserve",
      "counter_bid",
      "decline_bid",
      "mark_sold",
      ...EVERYBODY,
    ],
    staff: ["pause", "mark_sold", ...EVERYBODY],
    bidder: ["accept_counter"],
    site: ["review_again", "hold_elsewhere", "sell_elsewhere"],
  },
  held: {
    seller: ["decline_bid", "decline_buyer", "release", "mark_sold"],
    staff: ["mark_sold"],
    site: ["review_again", "free_elsewhere", "sell_elsewhere"],
  },
  paused: {
    seller: ["resume", "mark_sold", ...EVERYBODY],
    site: ["review_again", "hold_elsewhere", "sell_elsewhere"],
  },
  sold: { seller: ["reopen", ...EVERYBODY], site: ["reopen_elsewhere"] },
  removed: {},
};

describe.each([...LISTING_STATES, "held"] as const)("a listing that is %s", (where) => {
  const listing = where === "held" ? standing("live", true) : standing(where);
  test.each(MOVERS)("by %s", (by) => {
    const permitted = LISTING_MOVE_NAMES.filter(
      (move) => findMoveRefusal(move, listing, { by, isReviewed: false, at }) === null,
    );
    // Staff may do what the seller may, unless something else is stated.
    const { [by]: wanted = by === "staff" ? (PERMITTED[where].seller ?? []) : [] } =
      PERMITTED[where];
    expect(permitted).toEqual(expect.arrayContaining([...wanted]));
    expect(permitted).toHaveLength(wanted.length);
  });

  test("is sold, is public", () => {
    expect(isSold(listing)).toBe(where === "sold");
    expect(isPublic(listing)).toBe(["live", "held", "sold"].includes(where));
  });
});

test.each([
  ["seller", "not_permitted"],
  ["staff", null],
] as const)("where staff approve listings, published by %s: %s", (by, refusal) => {
  expect(findMoveRefusal("publish", standing("draft"), { by, isReviewed: true, at })).toBe(refusal);
});

test.each([
  ["pause", "live", true, "held_for_bidder"],
  ["remove", "live", true, "held_for_bidder"],
  ["remove", "in_review", true, "held_for_bidder"],
  ["reserve", "live", true, "reserved_for_another"],
  ["sell_to_bidder", "live", true, "reserved_for_another"],
  ["counter_bid", "live", true, "reserved_for_another"],
  ["counter_bid", "sold", false, "already_sold"],
  ["accept_counter", "live", false, "not_permitted"],
  ["release", "live", false, "not_reserved"],
  ["decline_buyer", "live", false, "not_reserved"],
  ["sell_to_bidder", "sold", false, "already_sold"],
  ["mark_sold", "sold", false, "already_sold"],
  ["decline_bid", "sold", false, "already_sold"],
  ["pause", "sold", false, "not_from_here"],
  ["sell_to_bidder", "paused", false, "not_from_here"],
  ["approve", "in_review", false, "not_permitted"],
  ["review_again", "live", false, "not_permitted"],
] as const)("%s where it is %s (held: %s): %s", (move, state, isReserved, refusal) => {
  const rules = { by: "seller", isReviewed: false, at } as const;
  expect(findMoveRefusal(move, standing(state, isReserved), rules)).toBe(refusal);
});

test.each(["publish", "ask_for_review", "approve"] as const)(
  "nobody may %s while the car has a buyer by another way",
  (move) => {
    const by = move === "approve" ? "staff" : "seller";
    const listing = standing(move === "approve" ? "in_review" : "draft");
    const refusalOf = (carState: CarState) =>
      findMoveRefusal(move, listing, { by, isReviewed: false, at, carState });
    expect(CAR_STATES.map(refusalOf)).toEqual([null, "car_taken", "car_taken"]);
  },
);

test.each([
  [23.9, null],
  [24, "too_late"],
] as const)("a sale of %d hours ago, taken back: %s", (hours, refusal) => {
  const sold = { ...standing("sold"), soldAt: hoursBefore(hours) };
  expect(findMoveRefusal("reopen", sold, { by: "seller", isReviewed: true, at })).toBe(refusal);
  expect(findSaleUndoEnd(sold.soldAt, at) === null).toBe(refusal !== null);
});

test.each([
  ["manage", standing("draft"), false, ["publish", "remove"]],
  ["manage", standing("draft"), true, ["ask_for_review", "remove"]],
  ["manage", standing("live"), true, ["mark_sold", "pause", "remove"]],
  ["manage", standing("live", true), true, ["mark_sold"]],
  ["manage", standing("paused"), true, ["resume", "mark_sold", "remove"]],
  ["manage", standing("sold"), true, ["reopen", "remove"]],
  ["received_bids", standing("live"), true, ["mark_sold"]],
  ["received_bids", standing("live", true), true, ["mark_sold", "release"]],
  ["received_bids", standing("sold"), true, ["reopen"]],
] as const)("buttons of %s, %o (reviewed: %s): %j", (place, listing, isReviewed, buttons) => {
  expect(offerMoves(place, listing, { by: "seller", isReviewed, at })).toEqual(buttons);
});

test("staff's buttons for a listing that waits for them", () => {
  const rules = { by: "staff", isReviewed: true, at } as const;
  expect(offerMoves("review", standing("in_review"), rules)).toEqual(["approve", "send_back"]);
});
