/** What a person asked for. */
export const LEAD_KINDS = [
  "pre_approval",
  "call_back",
  "offer_request",
  "sell_car",
  "credit_application",
  "bid",
] as const;
export type LeadKind = (typeof LEAD_KINDS)[number];

export function isLeadKind(value: string): value is LeadKind {
  return LEAD_KINDS.some((kind) => kind === value);
}

/** What the inbox needs to know of a lead without reading its answers. */
export type LeadFacts = {
  kind: LeadKind;
  firstName: string;
  lastName: string;
  email: string | null;
  /** E.164 */
  phone: string | null;
  phoneVerifiedAt: Date | null;
  city: string | null;
  provinceCode: string | null;
  lat: number | null;
  lon: number | null;
};

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
