import { foldText } from "./text-fold.ts";

export type DatePart = "day" | "month" | "year";

type DateReading =
  /** `YYYY-MM-DD`: a calendar day, without a timezone. */
  | { ok: true; date: string }
  | { ok: false; code: "empty" }
  | { ok: false; code: "missing"; parts: DatePart[] }
  /** "31 February", "month 13", or a text that is not a date at all. */
  | { ok: false; code: "not_real"; parts: DatePart[] };

const PARTS = ["day", "month", "year"] as const;

// oxfmt-ignore
const MONTH_NAMES = [
  ["january", "janvier"], ["february", "fevrier"], ["march", "mars"], ["april", "avril"],
  ["may", "mai"], ["june", "juin"], ["july", "juillet"], ["august", "aout"],
  ["september", "septembre"], ["october", "octobre"], ["november", "novembre"],
  ["december", "decembre"],
] as const;

/**
 * Reads a date typed in three fields: "1", "01", "jan", "janv.", "Août"; the year with four digits.
 */
export function readDateParts(typed: Readonly<Record<DatePart, string>>): DateReading {
  const missing = PARTS.filter((part) => !typed[part].trim());
  if (missing.length === PARTS.length) return { ok: false, code: "empty" };
  if (missing.length > 0) return { ok: false, code: "missing", parts: missing };
  const day = readForm(typed.day, /^\d{1,2}$/);
  const month = readMonth(typed.month);
  const year = readForm(typed.year, /^\d{4}$/);
  return readRealDate(year, month, day);
}

/** Reads exactly `YYYY-MM-DD`. */
export function readIsoDate(text: string): DateReading {
  const trimmed = text.trim();
  if (!trimmed) return { ok: false, code: "empty" };
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(trimmed) ?? [];
  if (!year || !month || !day) return { ok: false, code: "not_real", parts: [...PARTS] };
  return readRealDate(Number(year), Number(month), Number(day));
}

/** The three parts of a `YYYY-MM-DD`, as their fields show them. */
export function dateParts(date: string): Record<DatePart, string> {
  const [year = "", month = "", day = ""] = date.split("-");
  return { day: String(Number(day)), month: String(Number(month)), year };
}

/** The calendar day (YYYY-MM-DD) that many days later. */
export function daysAfter(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** A month as 1 to 12 by number, name or the start of a name in English or French; else null. */
export function readMonth(text: string): number | null {
  const month = readForm(text, /^\d{1,2}$/);
  if (month !== null) return month >= 1 && month <= 12 ? month : null;
  const folded = foldText(text);
  if (folded.length < 3) return null;
  const matching = [...MONTH_NAMES.keys()].filter((index) =>
    MONTH_NAMES[index]?.some((name) => name.startsWith(folded)),
  );
  // In French "jui" may be June or July: it is better to ask than to guess.
  return matching.length === 1 && matching[0] !== undefined ? matching[0] + 1 : null;
}

export function isRealDate(year: number, month: number, day: number): boolean {
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

function readRealDate(year: number | null, month: number | null, day: number | null): DateReading {
  if (year !== null && month !== null && day !== null && isRealDate(year, month, day)) {
    const pad = (value: number, length: number) => String(value).padStart(length, "0");
    return { ok: true, date: `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}` };
  }
  const wrong: Record<DatePart, boolean> = {
    // 31 February is an error of the day; if the month is unknown, 31 may be right.
    day: day === null || day < 1 || day > (year && month ? daysInMonth(year, month) : 31),
    month: month === null || month < 1 || month > 12,
    year: !year,
  };
  return { ok: false, code: "not_real", parts: PARTS.filter((part) => wrong[part]) };
}

function readForm(text: string, shape: RegExp): number | null {
  const trimmed = text.trim();
  return shape.test(trimmed) ? Number(trimmed) : null;
}

function daysInMonth(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
}
