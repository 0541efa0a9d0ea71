/** What somebody wants of a seller: an answer, or to drive the car. */
export const INQUIRY_KINDS = ["question", "test_drive"] as const;
export type InquiryKind = (typeof INQUIRY_KINDS)[number];

export type InquiryRefusal =
  | "no_such_listing"
  | "sold"
  | "own_listing"
  | "not_permitted"
  | "not_found"
  | "blocked";
