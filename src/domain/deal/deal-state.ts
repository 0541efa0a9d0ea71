import { listKeys } from "#values/record.ts";

// What a deal is and what its two sides may do about it. It begins where a car finds its buyer, by a
// bid or by a dealer offer, and follows the car from then on (update-deal.server.ts).

/** `agreed`: the buyer does not have the car yet; `called_off`: the car is for sale again. */
export const DEAL_STATES = ["agreed", "handed_over", "called_off"] as const;
export type DealState = (typeof DEAL_STATES)[number];

export const DEAL_SIDES = ["buyer", "seller"] as const;
export type DealSide = (typeof DEAL_SIDES)[number];

export function oppositeSide(side: DealSide): DealSide {
  return side === "buyer" ? "seller" : "buyer";
}

/** Why a deal is called off, as the other side is told. */
export const CALL_OFF_REASONS = [
  "changed_mind",
  "financing",
  "inspection",
  "lien",
  "no_answer",
  "price",
  "other",
] as const;
export type CallOffReason = (typeof CALL_OFF_REASONS)[number];

type Move = {
  from: readonly DealState[];
  to: DealState;
  /** Who presses it; none where only the car's own moves lead there. */
  by: readonly DealSide[];
};

/** Every move of a deal; there is no other. */
export const DEAL_MOVES = {
  /** The buyer has the car: it is sold. */
  hand_over: { from: ["agreed"], to: "handed_over", by: DEAL_SIDES },
  /** Until the handover either side may, and says why. */
  call_off: { from: ["agreed"], to: "called_off", by: DEAL_SIDES },
  /** The seller let the buyer go, or took the sale back, on the pages of the listing or the request. */
  free_car: { from: ["agreed", "handed_over"], to: "called_off", by: [] },
} as const satisfies Record<string, Move>;

export type DealMove = keyof typeof DEAL_MOVES;
const DEAL_MOVE_NAMES = /* @__PURE__ */ listKeys(DEAL_MOVES);

/** What the forms of a deal are called; the page asks for these names, and must not load the forms for them. */
export const DEAL_FORMS = { callOff: "call-off", handOver: "hand-over" } as const;

/** `not_permitted`: to staff, who only read. */
export type DealRefusal = "not_permitted" | "already_handed_over" | "already_called_off";

/** Why a side cannot make a move of a deal, or null where it can. */
export function findDealRefusal(
  name: DealMove,
  { state }: { state: DealState },
  side: DealSide | null,
): DealRefusal | null {
  const move: Move = DEAL_MOVES[name];
  if (side === null || !move.by.includes(side)) return "not_permitted";
  if (move.from.includes(state)) return null;
  return state === "called_off" ? "already_called_off" : "already_handed_over";
}

/** The moves that a side has right now. */
export function listDealMoves(deal: { state: DealState }, side: DealSide | null): DealMove[] {
  return DEAL_MOVE_NAMES.filter((move) => findDealRefusal(move, deal, side) === null);
}
