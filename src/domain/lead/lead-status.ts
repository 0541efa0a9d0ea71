/** How far the work on a lead has come, in the order of the work. Any stage may follow any other. */
export const LEAD_STATUSES = [
  "new",
  "contacted",
  "documents",
  "lender",
  "approved",
  "delivered",
  "closed",
] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];

export function isLeadStatus(value: unknown): value is LeadStatus {
  return LEAD_STATUSES.some((status) => status === value);
}
