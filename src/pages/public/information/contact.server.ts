import { env } from "#platform/env/env.server.ts";
import { site } from "#site/site.ts";
import { languageTag, type Locale } from "#values/locale.ts";

/** Where the messaging app reaches us: digits only, international form, as its links take it. */
export function formatChatNumber(): string {
  return (env().CHAT_NUMBER ?? site.chatNumber).replace(/\D/g, "");
}

/** A Monday, from which the other days are counted. */
const MONDAY = Date.UTC(2026, 0, 5);
const DAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];

/** The hours of the site's configuration as people read them: "Monday – Friday", "9:00 – 18:00". */
export function describeHours(locale: Locale): { days: string; times: string | null }[] {
  const formatDay = new Intl.DateTimeFormat(languageTag[locale], {
    weekday: "long",
    timeZone: "UTC",
  });
  const dayName = (day: string | undefined) => {
    const name = formatDay.format(MONDAY + DAYS.indexOf(day ?? "Mo") * 24 * 60 * 60_000);
    return name.charAt(0).toUpperCase() + name.slice(1);
  };
  return site.hours.map(({ days, open }) => ({
    days: days.length === 1 ? dayName(days[0]) : `${dayName(days[0])} – ${dayName(days.at(-1))}`,
    times: open && open.map((time) => formatTime(time, locale)).join(" – "),
  }));
}

/** "18:00" is "6:00 p.m." and "18 h". */
function formatTime(time: string, locale: Locale): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  if (locale === "fr") return `${hour}\u00a0h${minute ? `\u00a0${minute}` : ""}`;
  const minutes = String(minute).padStart(2, "0");
  return `${hour % 12 || 12}:${minutes}\u00a0${hour < 12 ? "a.m." : "p.m."}`;
}
