import { capitalize } from "#domain/landing/landing-name.ts";
import { env } from "#platform/env/env.server.ts";
import { site } from "#site/site.ts";
import { formatClock, formatDate } from "#values/format.ts";
import { languageTag, type Locale } from "#values/locale.ts";

/** Our number in the messaging app: digits only, in the international form that its links need. */
export function formatChatNumber(): string {
  return (env().CHAT_NUMBER ?? site.chatNumber).replace(/\D/g, "");
}

/** A Monday; the other days are counted from it. */
const MONDAY = Date.UTC(2026, 0, 5);
const DAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];

/** Own closed days that are shown, the next ones. */
const MOST_CLOSED_DAYS = 5;

const TO = { en: " – ", fr: " au " };

/** The opening hours of the site's configuration as text: "Lundi au vendredi", "9 h – 18 h". */
export function describeHours(locale: Locale): { days: string; times: string | null }[] {
  const formatDay = new Intl.DateTimeFormat(languageTag[locale], {
    weekday: "long",
    timeZone: "UTC",
  });
  const dayName = (day: string) => formatDay.format(MONDAY + DAYS.indexOf(day) * 24 * 60 * 60_000);
  const week = site.hours.map(({ days, open }) => {
    const ends = days.length === 1 ? days : [...days.slice(0, 1), ...days.slice(-1)];
    return {
      days: capitalize(ends.map(dayName).join(TO[locale])),
      times: open && open.map((time) => formatClock(time, locale)).join(" – "),
    };
  });
  const closed = site.closedDays.slice(0, MOST_CLOSED_DAYS).map(({ date, name }) => ({
    days: [formatDate(date, locale), name].filter(Boolean).join(", "),
    times: null,
  }));
  return [...week, ...closed];
}
