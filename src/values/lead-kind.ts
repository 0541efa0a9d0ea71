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

/** The kinds whose forms ask for a code that proves the phone number. */
const KINDS_WITH_PHONE_CODE = ["pre_approval", "sell_car", "credit_application"] as const;
export type KindWithPhoneCode = (typeof KINDS_WITH_PHONE_CODE)[number];

export function hasPhoneCode(kind: LeadKind): kind is KindWithPhoneCode {
  return KINDS_WITH_PHONE_CODE.some((each) => each === kind);
}
