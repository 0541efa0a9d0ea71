import { m } from "#messages/messages.js";
import { formatClock, formatDate } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { site } from "#site/site.ts";

/**
 * "We aim to contact you by 6:00 p.m. on …": the promise of a lead, whose time the server computes
 * when it arrives.
 */
export function describeReplyBy(dueAt: Date, locale: Locale): string {
  return m.pre_approval_sent_reply_by(sayMoment(dueAt, locale), { locale });
}

/** The time and the day of an instant where the business is, as text. */
export function sayMoment(instant: Date, locale: Locale): { time: string; day: string } {
  const { timeZone } = site;
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone, timeStyle: "short" }).format(instant);
  return { time: formatClock(clock, locale), day: formatDate(instant, locale, timeZone) };
}
