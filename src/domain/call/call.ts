/** How a call to the sender of a lead ended, as the person who called says with one press. */
export const CALL_OUTCOMES = ["reached", "voicemail", "no_answer", "wrong_number"] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

export function isCallOutcome(value: string): value is CallOutcome {
  return CALL_OUTCOMES.some((outcome) => outcome === value);
}
