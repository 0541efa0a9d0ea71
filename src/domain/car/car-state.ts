// Whether a car still needs a buyer. Its listing with the bids, and the offers of dealerships, are
// different ways to sell one car: the one that finds the buyer records it here, and the others
// follow (domain/bid/follow-car.server.ts).

/** `held`: reserved for a buyer who does not have it yet. */
export const CAR_STATES = ["available", "held", "sold"] as const;
export type CarState = (typeof CAR_STATES)[number];

/** How the buyer was found; `elsewhere`: not by a bid or an offer here. */
export const SALE_WAYS = ["bid", "dealer_offer", "elsewhere"] as const;
export type SaleWay = (typeof SALE_WAYS)[number];

/** Who the car is held for or sold to. */
export type Taker = { way: "bid" | "dealer_offer"; id: string } | { way: "elsewhere"; id: null };

/** What decides which moves of a car are allowed. */
export type CarFacts = { state: CarState; takenWay: SaleWay | null; takenById: string | null };

type Move = { from: readonly CarState[]; to: CarState };

/** All moves of a car. */
export const CAR_MOVES = {
  hold: { from: ["available"], to: "held" },
  /**
   * A held car can be sold only to the one for whom it is held, or elsewhere (`findCarRefusal`).
   */
  sell: { from: ["available", "held"], to: "sold" },
  /** The buyer was released, or the sale was taken back. */
  free: { from: ["held", "sold"], to: "available" },
} as const satisfies Record<string, Move>;

export type CarMove = keyof typeof CAR_MOVES;

/** `car_held`, `car_sold`: for or to somebody else. */
export type CarRefusal = "car_held" | "car_sold" | "car_available";

/** Why this move of a car is refused; null if it is allowed. */
export function findCarRefusal(
  name: CarMove,
  car: CarFacts,
  taker: Taker | null,
): CarRefusal | null {
  const { from }: Move = CAR_MOVES[name];
  if (!from.includes(car.state)) {
    if (car.state === "available") return "car_available";
    return car.state === "held" ? "car_held" : "car_sold";
  }
  const isForAnother =
    name === "sell" &&
    car.state === "held" &&
    taker?.way !== "elsewhere" &&
    (car.takenWay !== taker?.way || car.takenById !== taker.id);
  return isForAnother ? "car_held" : null;
}

/**
 * Who has the car after a move. A held car that is marked as sold elsewhere goes to the one for
 * whom it is held.
 */
export function findTaken(
  name: CarMove,
  { state, takenWay, takenById }: CarFacts,
  taker: Taker | null,
): Pick<CarFacts, "takenWay" | "takenById"> {
  if (name === "free" || taker === null) return { takenWay: null, takenById: null };
  if (state === "held" && taker.way === "elsewhere") return { takenWay, takenById };
  return { takenWay: taker.way, takenById: taker.id };
}

/** Whether a bid or an offer can no longer be accepted, because another one for the car was. */
export function isTakenOtherwise(car: CarFacts, { way, id }: Taker): boolean {
  return car.state !== "available" && !(car.takenWay === way && car.takenById === id);
}
