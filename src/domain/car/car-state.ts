// Whether a car still has its buyer to find. A listing, its bids and dealerships' offers are ways to
// sell one car: whichever of them finds the buyer decides it here, and the others follow
// (domain/bid/follow-car.server.ts).

/** `held`: promised to one buyer who does not have it yet. */
export const CAR_STATES = ["available", "held", "sold"] as const;
export type CarState = (typeof CAR_STATES)[number];

/** The way in which the buyer was found; `elsewhere`: nobody who bid or offered here. */
export const SALE_WAYS = ["bid", "dealer_offer", "elsewhere"] as const;
export type SaleWay = (typeof SALE_WAYS)[number];

/** Who the car is held for or sold to. */
export type Taker = { way: "bid" | "dealer_offer"; id: string } | { way: "elsewhere"; id: null };

/** What decides which moves a car has. */
export type CarFacts = { state: CarState; takenWay: SaleWay | null; takenById: string | null };

type Move = { from: readonly CarState[]; to: CarState };

/** Every move of a car; there is no other. */
export const CAR_MOVES = {
  hold: { from: ["available"], to: "held" },
  /** Of a car that is held only to whom it is held for, or to nobody of here (`findCarRefusal`). */
  sell: { from: ["available", "held"], to: "sold" },
  /** The buyer is no longer the buyer, or the sale is taken back. */
  free: { from: ["held", "sold"], to: "available" },
} as const satisfies Record<string, Move>;

export type CarMove = keyof typeof CAR_MOVES;

/** `car_held`, `car_sold`: for or to somebody else. */
export type CarRefusal = "car_held" | "car_sold" | "car_available";

/** Why a car cannot be moved so, or null where it can. */
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

/** Who has the car after a move. Sold to nobody of here while it is held, it goes to whom it is held for. */
export function findTaken(
  name: CarMove,
  { state, takenWay, takenById }: CarFacts,
  taker: Taker | null,
): Pick<CarFacts, "takenWay" | "takenById"> {
  if (name === "free" || taker === null) return { takenWay: null, takenById: null };
  if (state === "held" && taker.way === "elsewhere") return { takenWay, takenById };
  return { takenWay: taker.way, takenById: taker.id };
}

/** Whether a bid or an offer can no longer be taken, because something else of the car was. */
export function isTakenOtherwise(car: CarFacts, { way, id }: Taker): boolean {
  return car.state !== "available" && !(car.takenWay === way && car.takenById === id);
}
