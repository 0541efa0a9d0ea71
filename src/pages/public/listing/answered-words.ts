import { m } from "#messages/messages.js";

/** What came of a seller's answer to a bid. */
export type AnsweredBids = { ok: boolean; message: string } | null;

const DONE: Record<string, () => string> = {
  answered: m.bid_answered,
  marked_sold: m.bid_answer_marked_sold,
  reopened: m.bid_answer_reopened,
};

const FAILED: Record<string, () => string> = {
  not_found: m.bid_answer_not_found,
  already_sold: m.bid_answer_already_sold,
  reserved_for_another: m.bid_answer_reserved_for_another,
  already_answered: m.bid_answer_already_answered,
  not_reserved: m.bid_answer_not_reserved,
  too_late: m.bid_answer_too_late,
  not_from_here: m.seller_failed_not_from_here,
  not_permitted: m.seller_failed_not_permitted,
};

/** By code, so that no sentence comes from an address. */
export function answeredWords(code: string | null): AnsweredBids {
  if (code === null) return null;
  if (Object.hasOwn(DONE, code)) return { ok: true, message: DONE[code]?.() ?? "" };
  if (Object.hasOwn(FAILED, code)) return { ok: false, message: FAILED[code]?.() ?? "" };
  return null;
}
