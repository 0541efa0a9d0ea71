import { formatDateTime, formatNumber } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { channelWord, deliveryStateWord, outcomeWord } from "./inbox-words.ts";
import type { FoundLead } from "#domain/lead/lead-detail.server.ts";

/** One message that the lead owed to somebody, with each try at it. */
export type DeliveryView = {
  id: string;
  channel: string;
  target: string;
  state: string;
  stateText: string;
  attempts: AttemptView[];
};

export type AttemptView = {
  id: string;
  succeeded: boolean;
  outcome: string;
  /** What the other side answered, as it was. */
  detail: string;
  at: string;
  duration: string;
};

export function viewDelivery(
  delivery: FoundLead["deliveries"][number],
  locale: Locale,
): DeliveryView {
  return {
    id: delivery.id,
    channel: channelWord(delivery.channel, locale),
    target: delivery.target,
    state: delivery.state,
    stateText: deliveryStateWord(delivery.state, locale),
    attempts: delivery.attempts.map((attempt) => ({
      id: attempt.id,
      succeeded: attempt.outcome === "delivered",
      outcome: outcomeWord(attempt.outcome, locale),
      detail: attempt.detail,
      at: formatDateTime(attempt.at, locale),
      duration: `${formatNumber(attempt.durationMs, locale)}\u00a0ms`,
    })),
  };
}
