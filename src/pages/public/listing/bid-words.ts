import {
  BID_MAXIMUM_CAD,
  BID_MINIMUM_CAD,
  BID_STEP_CAD,
  type BidFieldError,
  type BidState,
} from "#domain/bid/bid.ts";
import type { BidRefusal } from "#domain/bid/bid-conditions.ts";
import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";

type BidFailure =
  | BidRefusal
  | "not_for_sale"
  | "too_many_bids"
  | "unreachable"
  | "put_right"
  | "unexpected";

const REASONS: Readonly<Record<BidFailure, () => string>> = {
  sold: m.bid_reason_sold,
  own_listing: m.bid_reason_own_listing,
  reserved: m.bid_reason_reserved,
  not_for_sale: m.bid_reason_not_for_sale,
  no_such_listing: m.bid_reason_no_such_listing,
  not_permitted: m.bid_reason_not_permitted,
  too_many_bids: m.bid_reason_too_many_bids,
  unreachable: m.bid_reason_unreachable,
  put_right: m.bid_reason_put_right,
  unexpected: m.bid_reason_unexpected,
};

/** Why no bid can be placed, or was not. An unknown code counts as our own mistake. */
export function describeBidFailure(code: string): string {
  const reason = Object.hasOwn(REASONS, code) ? REASONS[code as BidFailure] : REASONS.unexpected;
  return reason();
}

/** What is wrong with a field, as a sentence that says how to put it right. */
export function describeBidError(code: BidFieldError["code"], locale: Locale): string {
  const minimum = formatCad(BID_MINIMUM_CAD, locale);
  switch (code) {
    case "phone_missing":
      return m.bid_problem_phone_missing();
    case "not_a_phone":
      return m.bid_problem_not_a_phone();
    case "phone_not_canadian":
      return m.bid_problem_phone_not_canadian();
    case "price_missing":
      return m.bid_problem_price_missing();
    case "not_a_price":
      return m.bid_problem_not_a_price();
    case "price_too_low":
      return m.bid_problem_price_too_low({ minimum });
    case "price_too_high":
      return m.bid_problem_price_too_high({ maximum: formatCad(BID_MAXIMUM_CAD, locale) });
    case "price_off_step":
      return m.bid_problem_price_off_step({ step: formatCad(BID_STEP_CAD, locale) });
    case "message_too_long":
      return m.bid_problem_message_too_long();
    case "message_unreadable":
      return m.bid_problem_message_unreadable();
    case "holds_sin":
      return m.forms_error_holds_sin({ name: m.bid_message() });
  }
}

const STATES: Readonly<Record<BidState, () => string>> = {
  open: m.bid_state_open,
  accepted: m.bid_state_accepted,
  declined: m.bid_state_declined,
  passed_over: m.bid_state_passed_over,
};

export function describeBidState(state: BidState, isForSeller = false): string {
  return state === "open" && isForSeller ? m.bid_state_open_seller() : STATES[state]();
}

/** What came of a seller's answer to a bid. */
export type AnsweredBids = { ok: boolean; message: string } | null;

const DONE: ReadonlyMap<string, () => string> = new Map(
  Object.entries({
    answered: m.bid_answered,
    marked_sold: m.bid_answer_marked_sold,
    reopened: m.bid_answer_reopened,
  }),
);

const FAILED: ReadonlyMap<string, () => string> = new Map(
  Object.entries({
    not_found: m.bid_answer_not_found,
    already_sold: m.bid_answer_already_sold,
    reserved_for_another: m.bid_answer_reserved_for_another,
    already_answered: m.bid_answer_already_answered,
    not_reserved: m.bid_answer_not_reserved,
    too_late: m.bid_answer_too_late,
    not_from_here: m.seller_failed_not_from_here,
    not_permitted: m.seller_failed_not_permitted,
  }),
);

/** By code, so that no sentence comes from an address. */
export function describeAnswered(code: string | null): AnsweredBids {
  if (code === null) return null;
  const done = DONE.get(code);
  if (done) return { ok: true, message: done() };
  const failed = FAILED.get(code);
  return failed ? { ok: false, message: failed() } : null;
}
