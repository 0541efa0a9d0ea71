/** How a lead can end. */
export const LEAD_RESULTS = ["won", "lost"] as const;
export type LeadResult = (typeof LEAD_RESULTS)[number];

/** How a lead ended, as staff record it. */
export type NewOutcome =
  | { result: "won"; soldValueCad: number | null; lender: string | null; endedOn: string }
  | { result: "lost"; reasonId: string; endedOn: string };
