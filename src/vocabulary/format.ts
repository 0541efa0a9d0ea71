import { languageTag, type Locale } from "./locale.ts";

/** Making an Intl format costs far more than using it, so each is made once. */
const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** The Canadian number format of a language with these options, made once and kept. */
export function numberFormat(
  locale: Locale,
  options: Intl.NumberFormatOptions = {},
): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(languageTag[locale], options);
  numberFormats.set(key, format);
  return format;
}

function dateFormat(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(languageTag[locale], options);
  dateFormats.set(key, format);
  return format;
}

/** "62,400" and "62 400". */
export function formatNumber(value: number, locale: Locale): string {
  return numberFormat(locale).format(value);
}

/** A distance or an odometer in whole kilometres: "62,400 km". */
export function formatKm(distanceKm: number, locale: Locale): string {
  const options = { style: "unit", unit: "kilometer", maximumFractionDigits: 0 } as const;
  // English puts a plain space here: a number and its unit never part at a line's end.
  return numberFormat(locale, options).format(distanceKm).replaceAll(" ", "\u00a0");
}

/** A rate given in percent: 7.99 is "7.99%" and "7,99 %". */
export function formatPercent(ratePercent: number, locale: Locale): string {
  const options = { style: "percent", maximumFractionDigits: 2 } as const;
  return numberFormat(locale, options).format(ratePercent / 100);
}

/** The business's own day and hour, where a person's timezone is not known. */
export const DEFAULT_TIME_ZONE = "America/Toronto";

const CALENDAR_DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * "November 21, 2026" and "21 novembre 2026". An instant is shown as the day that it is in the
 * timezone; a calendar day (`YYYY-MM-DD`) is that day everywhere.
 */
export function formatDate(
  day: Date | string,
  locale: Locale,
  timeZone: string = DEFAULT_TIME_ZONE,
): string {
  const zone = typeof day === "string" && CALENDAR_DAY.test(day) ? "UTC" : timeZone;
  return dateFormat(locale, { dateStyle: "long", timeZone: zone }).format(new Date(day));
}

/** "Nov 21, 2026, 3:05 p.m." and "21 nov. 2026, 15 h 05". */
export function formatDateTime(
  instant: Date | string,
  locale: Locale,
  timeZone: string = DEFAULT_TIME_ZONE,
): string {
  const options = { dateStyle: "medium", timeStyle: "short", timeZone } as const;
  return dateFormat(locale, options).format(new Date(instant));
}

/** The calendar day (`YYYY-MM-DD`) that an instant falls on in a timezone. */
export function calendarDay(instant: Date, timeZone: string = DEFAULT_TIME_ZONE): string {
  const options = { year: "numeric", month: "2-digit", day: "2-digit", timeZone } as const;
  const parts = dateFormat("en", options).formatToParts(instant);
  const part = (type: "year" | "month" | "day") => parts.find((p) => p.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}

const AGE_UNITS = [
  { ms: 86_400_000, short: { en: "d", fr: "j" } },
  { ms: 3_600_000, short: { en: "h", fr: "h" } },
  { ms: 60_000, short: { en: "min", fr: "min" } },
] as const;

/** How long ago, in one short unit: "4 min", "2 h", "3 d" ("3 j"). Under a minute: "< 1 min". */
export function formatTimeAgo(instant: Date, now: Date, locale: Locale): string {
  const ageMs = now.getTime() - instant.getTime();
  for (const unit of AGE_UNITS) {
    const count = Math.floor(ageMs / unit.ms);
    if (count >= 1) return `${formatNumber(count, locale)}\u00a0${unit.short[locale]}`;
  }
  return "<\u00a01\u00a0min";
}
