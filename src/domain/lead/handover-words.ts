import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";
import {
  HANDOVER_EVENTS,
  HANDOVER_OUTCOMES,
  type HandoverOutcome,
  PASS_REASONS,
  type PassReason,
  readHandoverNote,
} from "./handover.ts";

const OUTCOMES = {
  reached: m.dealer_lead_result_option_reached,
  appointment: m.dealer_lead_result_option_appointment,
  sold: m.dealer_lead_result_option_sold,
  lost: m.dealer_lead_result_option_lost,
  bad_number: m.dealer_lead_result_option_bad_number,
  duplicate: m.dealer_lead_result_option_duplicate,
} as const satisfies Record<HandoverOutcome, unknown>;

const REASONS = {
  no_car: m.dealer_lead_reason_option_no_car,
  no_lender: m.dealer_lead_reason_option_no_lender,
  too_far: m.dealer_lead_reason_option_too_far,
  no_time: m.dealer_lead_reason_option_no_time,
  other: m.dealer_lead_reason_option_other,
} as const satisfies Record<PassReason, unknown>;

export function outcomeWord(outcome: HandoverOutcome, locale: Locale): string {
  return OUTCOMES[outcome]({}, { locale });
}

type HandoverEvent = { kind: (typeof HANDOVER_EVENTS)[number]; note: string | null };

/** What a dealership did with a lead, and what it wrote about it. */
export function describeHandoverEvent(
  { kind, note }: HandoverEvent,
  locale: Locale,
): { title: string; note: string | null } {
  const options = { locale };
  if (kind === "dealer_note") return { title: m.staff_event_dealer_note({}, options), note };
  if (kind === "dealer_accepted")
    return { title: m.staff_event_dealer_accepted({}, options), note: null };
  if (kind === "dealer_timed_out")
    return { title: m.staff_event_dealer_timed_out({}, options), note: null };
  const { code, text } = readHandoverNote(note);
  if (kind === "dealer_passed") {
    const reason = PASS_REASONS.find((each) => each === code) ?? "other";
    const said = REASONS[reason]({}, options);
    return { title: m.staff_event_dealer_passed({ reason: said }, options), note: text };
  }
  const [name, price] = code.split(" ");
  if (price) {
    const sold = formatCad(Number(price), locale);
    return { title: m.staff_event_dealer_outcome_sold({ price: sold }, options), note: text };
  }
  const outcome = HANDOVER_OUTCOMES.find((each) => each === name);
  const word = outcome ? outcomeWord(outcome, locale) : code;
  return { title: m.staff_event_dealer_outcome({ outcome: word }, options), note: text };
}

export function isHandoverEvent<Event extends { kind: string; note: string | null }>(
  event: Event,
): event is Event & HandoverEvent {
  return HANDOVER_EVENTS.some((kind) => kind === event.kind);
}
