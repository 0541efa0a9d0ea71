import { data } from "react-router";
import type { InquiryKind, InquiryRefusal } from "#domain/inquiry/inquiry.ts";
import { m } from "#messages/messages.js";

const KINDS: Readonly<Record<InquiryKind, () => string>> = {
  question: m.inquiry_kind_option_question,
  test_drive: m.inquiry_kind_option_test_drive,
  deal: m.inquiry_kind_deal,
};

export function describeInquiryKind(kind: InquiryKind): string {
  return KINDS[kind]();
}

const REFUSALS: Readonly<Record<InquiryRefusal, () => string>> = {
  no_such_listing: m.bid_reason_no_such_listing,
  not_found: m.bid_reason_no_such_listing,
  sold: m.bid_reason_sold,
  own_listing: m.bid_reason_own_listing,
  not_permitted: m.bid_reason_not_permitted,
  blocked: m.inquiry_reason_blocked,
};

/** Why no message can be or was sent. */
export function describeInquiryRefusal(code: InquiryRefusal): string {
  return REFUSALS[code]();
}

type RefusedInquiry = { code: InquiryRefusal } | { code: "too_many"; retryAfterSeconds: number };

/**
 * A message that was not sent, as an error of the page's form.
 * @throws 404 if there is no such car or conversation.
 */
export function refuseInquiry(refused: RefusedInquiry) {
  switch (refused.code) {
    case "no_such_listing":
    case "not_found":
      throw data(null, { status: 404 });
    case "too_many": {
      const { retryAfterSeconds } = refused;
      const message = m.inquiry_reason_too_many();
      return { ok: false, message, status: 429, retryAfterSeconds } as const;
    }
    default: {
      const status = refused.code === "not_permitted" ? 403 : 409;
      return { ok: false, message: describeInquiryRefusal(refused.code), status } as const;
    }
  }
}
