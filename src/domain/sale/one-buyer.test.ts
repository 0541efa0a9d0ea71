import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { isTakenOtherwise } from "#domain/car/car-state.ts";
import { useSellerSite } from "#pages/account/my-listings/seller.fixture.ts";
import {
  type CarSeen,
  copySales,
  press,
  type Press,
  PRESS_NAMES,
  readSale,
  type Sale,
  type SaleSeen,
  storePeople,
  storeSale,
} from "./one-buyer.fixture.ts";

/**
 * One car has one buyer, whatever a seller, two dealerships, three bidders and staff press, in any
 * order and at the same time. `bench/one-buyer` runs more sequences.
 */
/** As many as there are pairs of presses in both orders: 36 × 36. */
const SEQUENCES = Number(process.env["ONE_BUYER_SEQUENCES"] ?? PRESS_NAMES.length ** 2);
const SEED = Number(process.env["ONE_BUYER_SEED"] ?? 20_261_126);
const AT_ONCE = 4;
const SALES_AT_ONCE = 250;

let first: Sale;

useSellerSite();
beforeAll(async () => {
  first = await storeSale(await storePeople());
});

/** The start of each sequence: with bids and offers to decide on, with a buyer, or with nothing. */
const BEGINNINGS: readonly (readonly Press[])[] = [
  [],
  [
    { name: "bidder bids", which: 0 },
    { name: "dealer offers", which: 0 },
  ],
  [
    { name: "bidder bids", which: 0 },
    { name: "bidder bids", which: 1 },
    { name: "dealer offers", which: 0 },
    { name: "dealer offers", which: 1 },
    { name: "seller counters a bid", which: 0 },
    { name: "seller counters an offer", which: 0 },
  ],
  [
    { name: "dealer offers", which: 0 },
    { name: "bidder bids", which: 0 },
    { name: "seller reserves", which: 0 },
  ],
  [
    { name: "dealer offers", which: 0 },
    { name: "bidder bids", which: 0 },
    { name: "seller sells to a bidder", which: 0 },
  ],
];

const randomPress = fc.record({
  name: fc.constantFrom(...PRESS_NAMES),
  which: fc.integer({ min: 0, max: 5 }),
});
const randomSequence = fc.record({
  beginning: fc.constantFrom(...BEGINNINGS),
  before: fc.array(randomPress, { maxLength: 2 }),
  which: fc.integer({ min: 0, max: 5 }),
  after: fc.array(randomPress, { maxLength: 2 }),
});

/** Every pair of presses; then the same pairs in reverse, as far as there are sequences. */
const PAIRS = [
  ...PRESS_NAMES.flatMap((one, at) => PRESS_NAMES.slice(at).map((other) => [one, other] as const)),
  ...PRESS_NAMES.flatMap((one, at) =>
    PRESS_NAMES.slice(0, at).map((other) => [one, other] as const),
  ),
];

test(`one buyer, in ${SEQUENCES} sequences`, { timeout: SEQUENCES * 1_000 }, async () => {
  const sequences = fc
    .sample(randomSequence, { seed: SEED, numRuns: SEQUENCES })
    .map(({ beginning, before, which, after }, index) => {
      const [one, other] = PAIRS[index % PAIRS.length]!;
      const race: Press[] = [
        { name: one, which },
        { name: other, which: index },
      ];
      // The presses of one step happen at the same time.
      return [
        ...[...beginning, ...before].map((each) => [each]),
        race,
        ...after.map((each) => [each]),
      ];
    });
  const faults: Fault[] = [];
  for (let from = 0; from < SEQUENCES && faults.length === 0; from += SALES_AT_ONCE) {
    const some = sequences.slice(from, from + SALES_AT_ONCE);
    const sales = await copySales(first, some.length);
    const waiting = some.map((steps, index) => ({ steps, sale: sales[index]! }));
    const work = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop())
        faults.push(...(await play(next.sale, next.steps)));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
  expect(faults).toEqual([]);
});

type Fault = { faults: string[]; pressed: string[] };

/** Plays the steps until a fault is found. */
async function play(sale: Sale, steps: readonly (readonly Press[])[]): Promise<Fault[]> {
  let seen = await readSale(sale);
  for (const [index, step] of steps.entries()) {
    await Promise.all(step.map((each) => press(sale, each)));
    const now = await readSale(sale);
    const faults = [
      ...now.cars.flatMap(findFaults),
      ...findUnnotified(seen, now),
      ...findUnnotifiedSeller(seen, now),
    ];
    const describeStep = (each: readonly Press[]) =>
      each.map(({ name, which }) => `${name} ${which}`).join(", while ");
    if (faults.length > 0)
      return [{ faults, pressed: steps.slice(0, index + 1).map(describeStep) }];
    seen = now;
  }
  return [];
}

/** States that must never occur, whatever happened before. */
function findFaults(seen: CarSeen): string[] {
  const { car, listing, bids, offers, isRequestWithdrawn, deals } = seen;
  const snapshot = deals.filter(({ state }) => state !== "called_off");
  const buyers = [
    ...bids.filter(({ state }) => state === "accepted"),
    ...offers.filter(({ state }) => state === "accepted"),
  ];
  const takesBids = listing?.state === "live" && listing.reservedAt === null;
  const isListingTaken =
    listing !== null && (listing.state === "sold" || listing.reservedAt !== null);
  const isRight = {
    "two buyers": buyers.length <= 1,
    "a buyer whom the car does not name": buyers.every(({ id }) => id === car.takenById),
    "a buyer of a car that is available": buyers.length === 0 || car.state !== "available",
    "a car for nobody": car.takenById === null || buyers.length === 1,
    "a car that has a buyer takes bids": !takesBids || car.state === "available",
    "a deal that is not the car's": snapshot.every(({ wayId }) => wayId === car.takenById),
    "a buyer without a deal": snapshot.length === (car.takenById === null ? 0 : 1),
    "handed over and not sold": snapshot.every(
      ({ state }) => state !== "handed_over" || car.state === "sold",
    ),
    "a listing without its buyer": !isListingTaken || car.state !== "available",
    "an offer can be accepted beside a buyer":
      car.state === "available" || offers.every(({ state }) => state !== "open"),
    "a bid waits for an answer about a removed listing":
      listing?.state !== "removed" || bids.every(({ state }) => state !== "open"),
    "an offer waits for an answer on a withdrawn request":
      !isRequestWithdrawn || offers.every(({ state }) => state !== "open" && state !== "on_hold"),
  };
  return Object.entries(isRight).flatMap(([fault, right]) => (right ? [] : [fault]));
}

type IsTold = (about: string, events: readonly string[]) => boolean;

/** Whether one of these events was notified since. */
function readNews(before: SaleSeen, after: SaleSeen): IsTold {
  const known = new Set(before.told.map(({ key }) => key));
  const news = after.told.filter(({ key }) => !known.has(key));
  return (about, events) =>
    news.some((each) => each.about === about && events.includes(each.event));
}

/** Changes that their bidder or dealership, or the other side of a deal, was not notified of. */
function findUnnotified(before: SaleSeen, after: SaleSeen): string[] {
  const isTold = readNews(before, after);
  const unnotified: string[] = [];
  const bidsBefore = describeBids(before);
  for (const [bidId, to] of describeBids(after)) {
    const from = bidsBefore.get(bidId);
    const events = from === undefined || from === to ? undefined : BID_NEWS[to];
    if (events && !isTold(bidId, events)) unnotified.push(`bid ${from} → ${to}`);
  }
  const offersBefore = before.cars.flatMap(({ offers }) => offers);
  for (const offer of after.cars.flatMap(({ offers }) => offers)) {
    const from = offersBefore.find(({ id }) => id === offer.id)?.state;
    const to = offer.state;
    const events = from === undefined || from === to ? undefined : OFFER_NEWS[to];
    // A dealership whose offer was declined gets no more messages, unless the decline is undone.
    const waitsForNews = to === "open" || ["open", "on_hold", "accepted"].includes(from ?? "");
    if (events && waitsForNews && !isTold(offer.dealershipId, events))
      unnotified.push(`offer ${from} → ${to}`);
  }
  const dealsBefore = before.cars.flatMap(({ deals }) => deals);
  for (const deal of after.cars.flatMap(({ deals }) => deals)) {
    const was = dealsBefore.find(({ id }) => id === deal.id);
    if (was?.state !== "agreed") continue;
    // If its seller calls off a deal, a dealership is notified about its offer, which is checked
    // above.
    const isByBuyer = deal.state === "called_off" && deal.endedBySide === "buyer";
    if (isByBuyer && !isTold(deal.wayId, ["deal_called_off"])) unnotified.push("deal called off");
    const isHandedOver = deal.state === "handed_over" && deal.endedBySide !== null;
    if (isHandedOver && !isTold(deal.wayId, ["deal_handed_over"]))
      unnotified.push("deal handed over");
  }
  return unnotified;
}

/** Actions of bidders and dealerships that the seller was not notified of. */
function findUnnotifiedSeller(before: SaleSeen, after: SaleSeen): string[] {
  const isTold = readNews(before, after);
  const unnotified: string[] = [];
  const owe = (about: string, events: readonly string[], what: string) => {
    if (!isTold(about, events)) unnotified.push(`the seller: ${what}`);
  };
  const bidsBefore = before.cars.flatMap(({ bids }) => bids);
  for (const bid of after.cars.flatMap(({ bids }) => bids)) {
    const was = bidsBefore.find(({ id }) => id === bid.id);
    if (!was) owe(bid.id, ["bid_received"], "a new bid");
    if (bid.state === "withdrawn" && was?.state !== "withdrawn")
      owe(bid.id, ["bid_withdrawn", "deal_called_off"], `bid ${was?.state} → withdrawn`);
    const answer = bid.counterAnswer;
    if (answer === was?.counterAnswer) continue;
    // A withdrawn counter-offer is the seller's own action.
    if (answer === "accepted") owe(bid.id, ["bid_counter_accepted"], "a bidder took the price");
    if (answer === "declined") owe(bid.id, ["bid_counter_declined"], "a bidder refused the price");
  }
  const offersBefore = before.cars.flatMap(({ offers }) => offers);
  for (const offer of after.cars.flatMap(({ offers }) => offers)) {
    const { dealershipId, counter } = offer;
    const was = offersBefore.find(({ id }) => id === offer.id);
    if (!was) owe(dealershipId, ["offer_made"], "a new offer");
    // If the seller declined the offer, or the car was sold, its withdrawal needs no message to
    // them.
    const isClosed = ["declined", "passed_over", "expired"].includes(was?.state ?? "open");
    const closedNow = isTold(dealershipId, [
      "offer_declined",
      "offer_passed_over",
      "offer_car_sold",
    ]);
    if (offer.state === "withdrawn" && was?.state !== "withdrawn" && !isClosed && !closedNow) {
      const isDealOff = isTold(offer.id, ["deal_called_off"]);
      if (!isDealOff) owe(dealershipId, ["offer_withdrawn"], `offer ${was?.state} → withdrawn`);
    }
    if (counter?.answer === was?.counter?.answer) continue;
    if (counter?.answer === "accepted")
      owe(dealershipId, ["offer_counter_accepted"], "a dealership took the price");
    if (counter?.answer === "declined")
      owe(dealershipId, ["offer_counter_declined"], "a dealership refused the price");
  }
  return unnotified;
}

/** The state of each bid: an open one waits while the car is held for somebody else. */
function describeBids({ cars }: SaleSeen): Map<string, string> {
  const describe = ({ car }: CarSeen, { id, state }: CarSeen["bids"][number]) =>
    state === "open" && isTakenOtherwise(car, { way: "bid", id }) ? "waiting" : state;
  return new Map(
    cars.flatMap((each) => each.bids.map((bid) => [bid.id, describe(each, bid)] as const)),
  );
}

const BID_NEWS: Record<string, readonly string[]> = {
  accepted: ["bid_accepted", "bid_counter_accepted"],
  declined: ["bid_declined", "deal_called_off"],
  passed_over: ["bid_passed_over"],
  waiting: ["bid_on_hold"],
  open: ["bid_released", "bid_reopened", "bid_available_again"],
};

const OFFER_NEWS: Record<string, readonly string[]> = {
  accepted: ["offer_accepted"],
  declined: ["offer_declined"],
  // Declined a moment before another was accepted.
  passed_over: ["offer_passed_over", "offer_car_sold", "offer_declined"],
  on_hold: ["offer_on_hold"],
  open: ["offer_reopened", "offer_available_again", "offer_called_off"],
};
