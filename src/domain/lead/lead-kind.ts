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
