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
