import { expect, test } from "vitest";
import {
  type CarFacts,
  type CarMove,
  type CarRefusal,
  findCarRefusal,
  findTaken,
  isTakenOtherwise,
  type Taker,
} from "./car-state.ts";

const BIDDER: Taker = { way: "bid", id: "one" };
const OTHER: Taker = { way: "bid", id: "two" };
const DEALER: Taker = { way: "dealer_offer", id: "one" };
const ELSEWHERE: Taker = { way: "elsewhere", id: null };

const AVAILABLE: CarFacts = { state: "available", takenWay: null, takenById: null };
const RESERVED: CarFacts = { state: "held", takenWay: "bid", takenById: "one" };
const SOLD: CarFacts = { ...RESERVED, state: "sold" };

test.each<[CarMove, CarFacts, Taker | null, CarRefusal | null]>([
  ["hold", AVAILABLE, BIDDER, null],
  ["hold", RESERVED, BIDDER, "car_held"],
  ["hold", SOLD, OTHER, "car_sold"],
  ["sell", AVAILABLE, BIDDER, null],
  ["sell", AVAILABLE, ELSEWHERE, null],
  ["sell", RESERVED, BIDDER, null],
  ["sell", RESERVED, ELSEWHERE, null],
  ["sell", RESERVED, OTHER, "car_held"],
  ["sell", RESERVED, DEALER, "car_held"],
  ["sell", SOLD, BIDDER, "car_sold"],
  ["free", AVAILABLE, null, "car_available"],
  ["free", RESERVED, null, null],
  ["free", SOLD, null, null],
])("%s a car that is %o to %o: %s", (move, car, taker, refusal) => {
  expect(findCarRefusal(move, car, taker)).toBe(refusal);
});

test.each<[CarMove, CarFacts, Taker | null, Taker["way"] | null, string | null]>([
  ["hold", AVAILABLE, DEALER, "dealer_offer", "one"],
  ["sell", AVAILABLE, ELSEWHERE, "elsewhere", null],
  ["sell", RESERVED, ELSEWHERE, "bid", "one"],
  ["free", SOLD, null, null, null],
])("after %s of %o to %o it is %s's", (move, car, taker, takenWay, takenById) => {
  expect(findTaken(move, car, taker)).toEqual({ takenWay, takenById });
});

test.each<[CarFacts, Taker, boolean]>([
  [AVAILABLE, OTHER, false],
  [RESERVED, BIDDER, false],
  [RESERVED, OTHER, true],
  [SOLD, DEALER, true],
])("%o is taken otherwise for %o: %s", (car, taker, isTaken) => {
  expect(isTakenOtherwise(car, taker)).toBe(isTaken);
});
