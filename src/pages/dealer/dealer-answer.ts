import { m } from "#messages/messages.js";
import type { OfferRefusal } from "#domain/sell-request/dealer-offer/make-offer.server.ts";
import type { Notice } from "#ui/notice-line.tsx";

const DONE: ReadonlyMap<string, () => string> = new Map(
  Object.entries({
    offered: m.dealer_done_offered,
    withdrawn: m.dealer_done_withdrawn,
    counter_accepted: m.dealer_done_counter_accepted,
    counter_declined: m.dealer_done_counter_declined,
    declined: m.dealer_done_declined,
  }),
);

/** What the page says after it was led to, `?done=` by code: no sentence comes from the address. */
export function findNotice(address: string): Notice | null {
  const code = new URL(address).searchParams.get("done");
  const words = code === null ? undefined : DONE.get(code);
  return words ? { text: words(), isError: false } : null;
}

const REFUSED: Record<Exclude<OfferRefusal, "not_found">, () => string> = {
  already_accepted: m.dealer_refused_already_accepted,
  car_taken: m.dealer_refused_car_taken,
  not_wanted: m.dealer_refused_not_wanted,
  changed_meanwhile: m.dealer_refused_changed_meanwhile,
  reason_missing: m.dealer_decline_reason_missing,
};

export function describeRefusal(code: Exclude<OfferRefusal, "not_found">): string {
  return REFUSED[code]();
}
