/** What somebody wants of a seller: an answer, or to drive the car. */
export const INQUIRY_KINDS = ["question", "test_drive"] as const;
export type InquiryKind = (typeof INQUIRY_KINDS)[number];

export function isInquiryKind(value: unknown): value is InquiryKind {
  return INQUIRY_KINDS.some((kind) => kind === value);
}

export const INQUIRY_TEXT_MAX_LENGTH = 2_000;

export type InquiryFieldError =
  | { field: "kind"; code: "kind_missing" }
  | { field: "text"; code: "text_missing" | "text_too_long" | "text_unreadable" | "holds_sin" };

export type InquiryRefusal =
  | "no_such_listing"
  | "sold"
  | "own_listing"
  | "not_permitted"
  | "not_found"
  | "blocked";
