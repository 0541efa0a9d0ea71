/** How a lead can end. */
export const LEAD_RESULTS = ["won", "lost"] as const;
export type LeadResult = (typeof LEAD_RESULTS)[number];

export function isLeadResult(text: string): text is LeadResult {
  return LEAD_RESULTS.some((result) => result === text);
}

/** How a lead ended, as staff record it. */
export type NewOutcome =
  | { result: "won"; soldValueCad: number | null; lender: string | null; endedOn: string }
  | { result: "lost"; reasonId: string; endedOn: string };
