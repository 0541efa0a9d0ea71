/** What a person wants from a seller: an answer, or to drive the car. */
export const ASKED_KINDS = ["question", "test_drive"] as const;
/** `deal`: the two sides have agreed on the price, and arrange the rest. */
export const INQUIRY_KINDS = [...ASKED_KINDS, "deal"] as const;
export type InquiryKind = (typeof INQUIRY_KINDS)[number];

export type InquiryRefusal =
  | "no_such_listing"
  | "sold"
  | "own_listing"
  | "not_permitted"
  | "not_found"
  | "blocked";
