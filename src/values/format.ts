import { languageTag, type Locale } from "./locale.ts";

/** The thousands separator and the decimal mark of each language. */
const NUMBER_SIGNS = {
  en: { thousands: ",", decimal: "." },
  fr: { thousands: "\u00a0", decimal: "," },
} as const;

/**
 * A number as Intl formats it for Canada, rounded half away from zero to at most `maximumDigits`
 * decimals and at least `minimumDigits`. Implemented here, because the first Intl format that a
 * page creates delays a phone for longer than the whole rendering of the page.
 */
export function decimalText(
  value: number,
  locale: Locale,
  { minimumDigits = 0, maximumDigits = 3 } = {},
): string {
  // Fast path: most numbers are whole, and a page formats hundreds of them.
  const isPlain = Number.isSafeInteger(value) && minimumDigits === 0;
  const [whole = "", decimals = ""] = isPlain
    ? [String(Math.abs(value))]
    : Math.abs(value).toFixed(maximumDigits).split(".");
  const { thousands, decimal } = NUMBER_SIGNS[locale];
  const retained =
    decimals.slice(0, minimumDigits) + decimals.slice(minimumDigits).replace(/0+$/, "");
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, thousands);
  const text = retained === "" ? grouped : grouped + decimal + retained;
  return value < 0 && /[1-9]/.test(text) ? `-${text}` : text;
}

/** "62,400" and "62 400". */
export function formatNumber(value: number, locale: Locale): string {
  return decimalText(value, locale);
}

/** A distance or an odometer in whole kilometres: "62,400 km", with a no-break space. */
export function formatKm(distanceKm: number, locale: Locale): string {
  return `${decimalText(distanceKm, locale, { maximumDigits: 0 })}\u00a0km`;
}

/** A rate in percent: 7.99 is "7.99%" and "7,99 %". Québec's sales tax has three decimals. */
export function formatPercent(ratePercent: number, locale: Locale): string {
  const text = decimalText(ratePercent, locale, { maximumDigits: 3 });
  return locale === "fr" ? `${text}\u00a0%` : `${text}%`;
}

/** Creating an Intl format costs far more than using it, so each is created once. */
const dateFormats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(languageTag[locale], options);
  dateFormats.set(key, format);
  return format;
}

/** The business's own timezone, used if a person's is unknown. */
export const DEFAULT_TIME_ZONE = "America/Toronto";

const CALENDAR_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

const MONTHS = {
  en: "January February March April May June July August September October November December",
  fr: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
} as const;

/**
 * "November 21, 2026" and "21 novembre 2026". An instant is shown as its day in the timezone; a
 * calendar day (`YYYY-MM-DD`) is the same everywhere, and needs no Intl.
 */
export function formatDate(
  day: Date | string,
  locale: Locale,
  timeZone: string = DEFAULT_TIME_ZONE,
): string {
  const text = typeof day === "string" ? day : "";
  const calendar =
    CALENDAR_DAY.exec(text) ?? CALENDAR_DAY.exec(calendarDay(new Date(day), timeZone));
  const [year = 0, month = 1, date = 1] = (calendar ?? []).slice(1).map(Number);
  const name = MONTHS[locale].split(" ")[month - 1];
  return locale === "fr"
    ? `${date === 1 ? "1er" : date} ${name} ${year}`
    : `${name} ${date}, ${year}`;
}

/** A time on a 24-hour clock: "18:00" is "6:00 p.m." and "18 h", "09:05" is "9:05 a.m." and "9 h 05". */
export function formatClock(time: string, locale: Locale): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const minutes = String(minute).padStart(2, "0");
  if (locale === "fr") return `${hour}\u00a0h${minute === 0 ? "" : `\u00a0${minutes}`}`;
  return `${hour % 12 || 12}:${minutes}\u00a0${hour < 12 ? "a.m." : "p.m."}`;
}

/** "Nov 21, 2026, 3:05 p.m." and "21 nov. 2026, 15 h 05", with the time on one line. */
export function formatDateTime(
  instant: Date | string,
  locale: Locale,
  timeZone: string = DEFAULT_TIME_ZONE,
): string {
  const options = { dateStyle: "medium", timeStyle: "short", timeZone } as const;
  const text = dateFormat(locale, options).format(new Date(instant));
  return locale === "fr"
    ? text.replace(/(\d\d)\sh\s(\d\d)$/, (_, hour, minute) =>
        formatClock(`${hour}:${minute}`, "fr"),
      )
    : text.replace(/ (?=[ap]\.m\.)/, "\u00a0");
}

/** The calendar day (`YYYY-MM-DD`) of an instant in a timezone. */
export function calendarDay(instant: Date, timeZone: string = DEFAULT_TIME_ZONE): string {
  const hour = Math.floor(instant.getTime() / HOUR_MS);
  if (timeZone !== DEFAULT_TIME_ZONE || !(hour >= 0)) return writeDay(instant, timeZone);
  const known = daysByHour.get(hour);
  if (known !== undefined) return known;
  const day = writeDay(instant, timeZone);
  if (daysByHour.size >= MOST_HOURS) daysByHour.clear();
  daysByHour.set(hour, day);
  return day;
}

/**
 * In the default timezone every day since 1970 begins on a full hour, so an instant's hour
 * determines its day.
 */
const daysByHour = new Map<number, string>();
const HOUR_MS = 3_600_000;
const MOST_HOURS = 5_000;

function writeDay(instant: Date, timeZone: string): string {
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

/** The age in one short unit: "4 min", "2 h", "3 d" ("3 j"). Under a minute: "< 1 min". */
export function formatTimeAgo(instant: Date, now: Date, locale: Locale): string {
  const ageMs = now.getTime() - instant.getTime();
  for (const unit of AGE_UNITS) {
    const count = Math.floor(ageMs / unit.ms);
    if (count >= 1) return `${formatNumber(count, locale)}\u00a0${unit.short[locale]}`;
  }
  return "<\u00a01\u00a0min";
}

/** "416-555-0123", and "416 555-0123" as the Office québécois de la langue française recommends. */
export function formatPhone(e164: string, locale: Locale): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(e164) ?? [];
  if (!area) return e164;
  return `${area}${locale === "fr" ? "\u00a0" : "-"}${exchange}-${line}`;
}
