import type { LeadKind } from "#values/lead-kind.ts";

/**
 * Where a dealership stands with a lead that was passed to it. `timed_out`: it did not answer in
 * the time that the site gives.
 */
export const HANDOVER_STATES = ["waiting", "accepted", "passed", "timed_out"] as const;
export type HandoverState = (typeof HANDOVER_STATES)[number];

/** Why a dealership takes a lead no further. */
export const PASS_REASONS = ["no_car", "no_lender", "too_far", "no_time", "other"] as const;
export type PassReason = (typeof PASS_REASONS)[number];

/** What came of a lead, as its dealership says. */
export const HANDOVER_OUTCOMES = [
  "reached",
  "appointment",
  "sold",
  "lost",
  "bad_number",
  "duplicate",
] as const;
export type HandoverOutcome = (typeof HANDOVER_OUTCOMES)[number];

/** What a dealership did with a lead, in the lead's history. */
export const HANDOVER_EVENTS = [
  "dealer_accepted",
  "dealer_passed",
  "dealer_timed_out",
  "dealer_outcome",
  "dealer_note",
] as const;

/** A car for sale is answered with an offer, and a bid by the seller of its car. */
const ANSWERED_ELSEWHERE: readonly LeadKind[] = ["sell_car", "bid"];

/** Whether a dealership accepts leads of this kind or passes on them. */
export function isHandedOver(kind: LeadKind): boolean {
  return !ANSWERED_ELSEWHERE.includes(kind);
}

/** The dealership has the lead no longer, and deletes what it received. */
export const ENDED_STATES = ["passed", "timed_out"] as const satisfies HandoverState[];

export function isEnded(state: HandoverState): boolean {
  return ENDED_STATES.some((each) => each === state);
}

/** The note of an event: a code, and below it what the member of the dealership wrote. */
export function writeHandoverNote(code: string, text: string): string {
  return `${code}\n${text}`;
}

export function readHandoverNote(note: string | null): { code: string; text: string | null } {
  const [code = "", ...lines] = (note ?? "").split("\n");
  return { code, text: lines.join("\n").trim() || null };
}

/** Nothing more happens with a lead of which this came. */
export function isWorkDone(outcome: HandoverOutcome): boolean {
  return outcome !== "reached" && outcome !== "appointment";
}
