import { type DueState, dueState } from "#domain/first-contact/first-contact.ts";
import { m } from "#messages/messages.js";
import { formatDateTime } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";

/** Where a lead stands against its promise, as text. */
export type LeadClock = { state: DueState; text: string; promise: string | null };

type Timed = { dueAt: Date | null; firstContactAt: Date | null; status: string };

const WORDS = {
  none: m.staff_clock_contacted,
  due: m.staff_clock_due,
  soon: m.staff_clock_soon,
  overdue: m.staff_clock_overdue,
  met: m.staff_clock_met,
  late: m.staff_clock_late,
} as const satisfies Record<DueState, unknown>;

/** Null if nothing was promised and nobody has contacted the sender. */
export function viewClock(lead: Timed, at: Date, locale: Locale): LeadClock | null {
  const { dueAt, firstContactAt } = lead;
  const state = dueState(lead, at);
  const shown = firstContactAt ?? dueAt;
  if (!shown || (state === "none" && !firstContactAt)) return null;
  const say = (instant: Date) => ({ time: formatDateTime(instant, locale) });
  return {
    state,
    text: WORDS[state](say(shown), { locale }),
    promise: dueAt && firstContactAt ? m.staff_clock_promise(say(dueAt), { locale }) : null,
  };
}
