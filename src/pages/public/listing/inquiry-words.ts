import type { InquiryFieldError, InquiryKind, InquiryRefusal } from "#domain/inquiry/inquiry.ts";
import { m } from "#messages/messages.js";

const KINDS: Readonly<Record<InquiryKind, () => string>> = {
  question: m.inquiry_kind_question,
  test_drive: m.inquiry_kind_test_drive,
};

export function describeInquiryKind(kind: InquiryKind): string {
  return KINDS[kind]();
}

const ERRORS: Readonly<Record<InquiryFieldError["code"], () => string>> = {
  kind_missing: m.inquiry_error_kind_missing,
  text_missing: m.inquiry_error_text_missing,
  text_too_long: m.bid_problem_message_too_long,
  text_unreadable: m.bid_problem_message_unreadable,
  holds_sin: () => m.forms_error_holds_sin({ name: m.inquiry_text() }),
};

/** What is wrong with a field, as a sentence that says how to put it right. */
export function describeInquiryError(code: InquiryFieldError["code"]): string {
  return ERRORS[code]();
}

const REFUSALS: Readonly<Record<InquiryRefusal | "too_many", () => string>> = {
  no_such_listing: m.bid_reason_no_such_listing,
  not_found: m.bid_reason_no_such_listing,
  sold: m.bid_reason_sold,
  own_listing: m.bid_reason_own_listing,
  not_permitted: m.bid_reason_not_permitted,
  blocked: m.inquiry_reason_blocked,
  too_many: m.inquiry_reason_too_many,
};

/** Why nothing can be written, or was not sent. */
export function describeInquiryRefusal(code: InquiryRefusal | "too_many"): string {
  return REFUSALS[code]();
}
