import { listKeys } from "#values/record.ts";

// The states of a deal and what its two sides may do. A deal begins when a bid or a dealer offer is
// accepted, and follows the state of the car (update-deal.server.ts).

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
  /** The sides that may make this move; empty if only a move of the car causes it. */
  by: readonly DealSide[];
};

/** Every move of a deal; there is no other. */
export const DEAL_MOVES = {
  /** The buyer has the car: it is sold. */
  hand_over: { from: ["agreed"], to: "handed_over", by: DEAL_SIDES },
  /** Either side may call the deal off until the handover, with a reason. */
  call_off: { from: ["agreed"], to: "called_off", by: DEAL_SIDES },
  /**
   * The seller released the buyer, or cancelled the sale, on the page of the listing or the
   * request.
   */
  free_car: { from: ["agreed", "handed_over"], to: "called_off", by: [] },
} as const satisfies Record<string, Move>;

export type DealMove = keyof typeof DEAL_MOVES;
const DEAL_MOVE_NAMES = /* @__PURE__ */ listKeys(DEAL_MOVES);

/**
 * The names of the deal's forms. The page needs only these, and must not load the forms themselves.
 */
export const DEAL_FORMS = { callOff: "call-off", handOver: "hand-over" } as const;

/** `not_permitted`: staff may only read deals. */
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
