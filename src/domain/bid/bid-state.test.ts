import { describe, expect, test } from "vitest";
import {
  BID_MOVERS,
  BID_STATES,
  type BidMove,
  type BidMover,
  type BidSnapshot,
  findAgreedPrice,
  findBidMoveRefusal,
  listBidMoves,
} from "./bid-state.ts";

const at = new Date("2026-11-21T15:00:00Z");
const CARS = {
  live: { state: "live", reservedAt: null, soldAt: null },
  held: { state: "live", reservedAt: at, soldAt: null },
  paused: { state: "paused", reservedAt: null, soldAt: null },
  sold: { state: "sold", reservedAt: null, soldAt: at },
} as const;
type Car = keyof typeof CARS;

const bid = (input: Partial<BidSnapshot> = {}): BidSnapshot => ({
  state: "open",
  priceCad: 27_000,
  counterCad: null,
  counterAnswer: null,
  ...input,
});
const rules = (by: BidMover) => ({ by, isReviewed: false, at });

const COUNTERS = {
  plain: {},
  countered: { counterCad: 28_500 },
  refused: { counterCad: 28_500, counterAnswer: "declined" },
  taken_back: { counterCad: 28_500, counterAnswer: "withdrawn" },
} as const satisfies Record<string, Partial<BidSnapshot>>;

/** What each may do with an open bid, written by hand: everything else is refused. */
const PERMITTED: Record<Car, Record<keyof typeof COUNTERS, Record<BidMover, BidMove[]>>> = {
  live: {
    plain: {
      bidder: ["replace", "withdraw"],
      seller: ["sell", "reserve", "counter", "decline"],
    },
    countered: {
      bidder: ["replace", "withdraw", "accept_counter", "decline_counter"],
      seller: ["sell", "reserve", "withdraw_counter", "decline"],
    },
    refused: { bidder: ["replace", "withdraw"], seller: ["sell", "reserve", "decline"] },
    taken_back: { bidder: ["replace", "withdraw"], seller: ["sell", "reserve", "decline"] },
  },
  held: {
    plain: { bidder: ["replace", "withdraw"], seller: ["decline"] },
    countered: {
      bidder: ["replace", "withdraw", "decline_counter"],
      seller: ["withdraw_counter", "decline"],
    },
    refused: { bidder: ["replace", "withdraw"], seller: ["decline"] },
    taken_back: { bidder: ["replace", "withdraw"], seller: ["decline"] },
  },
  paused: {
    plain: { bidder: ["replace", "withdraw"], seller: [] },
    countered: {
      bidder: ["replace", "withdraw", "decline_counter"],
      seller: ["withdraw_counter"],
    },
    refused: { bidder: ["replace", "withdraw"], seller: [] },
    taken_back: { bidder: ["replace", "withdraw"], seller: [] },
  },
  sold: {
    plain: { bidder: ["replace", "withdraw"], seller: [] },
    countered: {
      bidder: ["replace", "withdraw", "decline_counter"],
      seller: ["withdraw_counter"],
    },
    refused: { bidder: ["replace", "withdraw"], seller: [] },
    taken_back: { bidder: ["replace", "withdraw"], seller: [] },
  },
};

describe.each(Object.keys(CARS) as Car[])("an open bid on a car that is %s", (car) => {
  test.each(Object.keys(COUNTERS) as (keyof typeof COUNTERS)[])("%s", (counter) => {
    for (const by of BID_MOVERS)
      expect([by, listBidMoves(bid(COUNTERS[counter]), CARS[car], rules(by))]).toEqual([
        by,
        PERMITTED[car][counter][by],
      ]);
  });
});

test.each(BID_STATES.filter((state) => state !== "open"))(
  "a bid that is %s moves no more",
  (state) => {
    for (const by of BID_MOVERS)
      for (const counter of Object.values(COUNTERS))
        expect(listBidMoves(bid({ ...counter, state }), CARS.live, rules(by))).toEqual([]);
  },
);

test("the bidder whom the car is held for can be turned down", () => {
  expect(listBidMoves(bid({ state: "accepted" }), CARS.held, rules("seller"))).toEqual([
    "decline_buyer",
  ]);
});

test.each([
  ["withdraw", "bidder", { state: "declined" }, "live", "already_answered"],
  ["withdraw", "bidder", { state: "replaced" }, "live", "bid_taken_back"],
  ["reserve", "seller", { state: "withdrawn" }, "live", "bid_taken_back"],
  ["counter", "seller", COUNTERS.countered, "live", "already_countered"],
  ["counter", "seller", {}, "held", "reserved_for_another"],
  ["accept_counter", "bidder", {}, "live", "no_counter"],
  ["accept_counter", "bidder", COUNTERS.refused, "live", "already_answered"],
  ["accept_counter", "bidder", COUNTERS.countered, "held", "reserved_for_another"],
  ["accept_counter", "bidder", COUNTERS.countered, "sold", "already_sold"],
  ["accept_counter", "seller", COUNTERS.countered, "live", "not_permitted"],
  ["sell", "bidder", {}, "live", "not_permitted"],
] as const)("%s by the %s of %o on a car that is %s: %s", (move, by, input, car, refusal) => {
  expect(findBidMoveRefusal(move, bid(input), CARS[car], rules(by))).toBe(refusal);
});

test.each([
  [{}, 27_000],
  [COUNTERS.countered, 27_000],
  [COUNTERS.refused, 27_000],
  [{ counterCad: 28_500, counterAnswer: "accepted" }, 28_500],
] as const)("what would be paid for %o: %d", (input, price) => {
  expect(findAgreedPrice(bid(input))).toBe(price);
});
