import type { CounterRefusal } from "#domain/sell-request/dealer-offer/counter-offer.server.ts";
import { m } from "#messages/messages.js";
import type { Notice } from "#ui/notice-line.tsx";
import { hrefIn } from "#ui/locale-href.ts";

const DONE: ReadonlyMap<string, () => string> = new Map(
  Object.entries({
    chosen: m.sale_done_chosen,
    accepted: m.sale_done_accepted,
    declined: m.sale_done_declined,
    reopened: m.sale_done_reopened,
    countered: m.sale_done_countered,
    counter_withdrawn: m.sale_done_counter_withdrawn,
    called_off: m.sale_done_called_off,
    unshared: m.sale_done_unshared,
    joined: m.sale_done_joined,
    told_apart: m.sale_done_told_apart,
  }),
);

/**
 * The notice after a redirect, by the code in `?done=`: the address never contains the text itself.
 */
export function findNotice(address: string): Notice | null {
  const code = new URL(address).searchParams.get("done");
  const words = code === null ? undefined : DONE.get(code);
  if (code === "other_account") return { text: m.sale_refused_other_account(), isError: true };
  return words ? { text: words(), isError: false } : null;
}

/** The error of a typed price is shown at its field. */
type Refusal = Exclude<CounterRefusal, "not_a_price">;

const REFUSED: Record<Refusal, () => string> = {
  not_found: m.sale_refused_not_found,
  accepted: m.sale_refused_accepted,
  declined: m.sale_refused_declined,
  expired: m.sale_refused_expired,
  withdrawn: m.sale_refused_withdrawn,
  replaced: m.sale_refused_replaced,
  passed_over: m.sale_refused_passed_over,
  on_hold: m.sale_refused_on_hold,
  too_late: m.sale_refused_too_late,
  no_counter: m.sale_refused_no_counter,
  already_countered: m.sale_refused_already_countered,
  not_shared: m.sale_refused_not_shared,
};

/** Why an offer could not be answered, as a text. */
export function describeRefusal(code: Refusal): string {
  return REFUSED[code]();
}

/** A path of this request with the key of the person's link, so that they can still open it. */
export function buildKeyedPath(
  path: string,
  key: string,
  query: Record<string, string> = {},
): string {
  const search = new URLSearchParams({ ...query, ...(key ? { key } : {}) }).toString();
  return hrefIn(search ? `${path}?${search}` : path);
}
