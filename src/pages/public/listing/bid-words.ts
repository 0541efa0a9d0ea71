import { isKey } from "#values/record.ts";
import {
  BID_MAXIMUM_CAD,
  BID_MINIMUM_CAD,
  BID_STEP_CAD,
  type BidFieldError,
} from "#domain/bid/bid.ts";
import {
  awaitsBidder,
  type BidSnapshot,
  type BidState,
  findAgreedPrice,
} from "#domain/bid/bid-state.ts";
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
  not_offered: m.bid_reason_not_offered,
  not_permitted: m.bid_reason_not_permitted,
  too_many_bids: m.bid_reason_too_many_bids,
  unreachable: m.bid_reason_unreachable,
  put_right: m.bid_reason_put_right,
  unexpected: m.bid_reason_unexpected,
};

/** Why no bid can be or was placed. An unknown code is treated as our own error. */
export function describeBidFailure(code: string): string {
  const reason = isKey(REASONS, code) ? REASONS[code] : REASONS.unexpected;
  return reason();
}

/** A field error, as a sentence that says how to correct it. */
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
  replaced: m.bid_state_replaced,
  withdrawn: m.bid_state_withdrawn,
};

/** The state of a bid for its bidder or seller: who has to answer next. */
export function describeBidState(bid: BidSnapshot, isForSeller: boolean): string {
  if (bid.state !== "open") return STATES[bid.state]();
  const isTheirs = awaitsBidder(bid) !== isForSeller;
  return isTheirs ? m.bid_state_open_seller() : describeWait(isForSeller);
}

function describeWait(isForSeller: boolean): string {
  return isForSeller ? m.bid_state_open_bidder() : m.bid_state_open();
}

/** The price that the bidder will pay: their bid, or the accepted counter-offer. */
export function describeOwnPrice(bid: BidSnapshot, locale: Locale): string {
  const price = formatCad(findAgreedPrice(bid), locale);
  const own = formatCad(bid.priceCad, locale);
  return price === own ? m.bid_mine_price({ price }) : m.bid_mine_agreed({ price, bid: own });
}

/** How a price compares with the asking price and other bids. */
export function describeBidPrice(
  priceCad: number,
  { askingCad, highestCad }: { askingCad: number; highestCad: number | null },
  locale: Locale,
): string {
  const difference = formatCad(Math.abs(askingCad - priceCad), locale);
  if (highestCad !== null && priceCad < highestCad)
    return m.bid_price_below_highest({ highest: formatCad(highestCad, locale) });
  if (priceCad > askingCad) return m.bid_price_above({ difference });
  return priceCad === askingCad ? m.bid_price_asked() : m.bid_price_below({ difference });
}

/** The result of a command about bids, by code, with a counter-offer that must be corrected. */
export type BidCommandResult = {
  code: string;
  refusedPrice: { bidId: string; typed: string } | null;
};

/** The same as text. */
type BidCommandMessage = { ok: boolean; message: string } | null;

const DONE: ReadonlyMap<string, () => string> = new Map(
  Object.entries({
    answered: m.bid_answered,
    marked_sold: m.bid_answer_marked_sold,
    reopened: m.bid_answer_reopened,
    countered: m.bid_answer_countered,
    withdrawn: m.bid_answer_withdrawn,
    counter_withdrawn: m.bid_answer_counter_withdrawn,
    counter_accepted: m.bid_answer_counter_accepted,
    counter_declined: m.bid_answer_counter_declined,
  }),
);

const FAILED: ReadonlyMap<string, () => string> = new Map(
  Object.entries({
    not_found: m.bid_answer_not_found,
    already_sold: m.bid_answer_already_sold,
    reserved_for_another: m.bid_answer_reserved_for_another,
    already_answered: m.bid_answer_already_answered,
    bid_taken_back: m.bid_answer_taken_back,
    already_countered: m.bid_answer_already_countered,
    no_counter: m.bid_answer_no_counter,
    not_a_price: m.bid_problem_not_a_price,
    not_reserved: m.bid_answer_not_reserved,
    too_late: m.bid_answer_too_late,
    not_from_here: m.seller_failed_not_from_here,
    not_permitted: m.seller_failed_not_permitted,
  }),
);

/** Texts that differ for a bidder. */
const FAILED_FOR_BIDDER: typeof FAILED = new Map([
  ["already_sold", m.bid_reason_sold],
  ["reserved_for_another", m.bid_reason_reserved],
  ["not_from_here", m.bid_reason_not_for_sale],
]);

/** The text of a code, so that text is never taken from an address. */
export function describeBidCommandResult(
  code: string | null | undefined,
  reader: "seller" | "bidder",
): BidCommandMessage {
  if (!code) return null;
  const done = DONE.get(code);
  if (done) return { ok: true, message: done() };
  const failed = (reader === "bidder" && FAILED_FOR_BIDDER.get(code)) || FAILED.get(code);
  return failed ? { ok: false, message: failed() } : null;
}
