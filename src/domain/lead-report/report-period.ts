import { daysAfter, readIsoDate } from "#values/calendar-date.ts";

/** Days in Eastern Time (`YYYY-MM-DD`), both included. */
export type ReportPeriod = { from: string; to: string };

const USUAL_WEEKS = 12;
/** Two years and a bit: long enough to compare with the year before. */
export const MOST_REPORT_DAYS = 800;

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return daysAfter(day, -((weekday + 6) % 7));
}

/** This week and the eleven before it. */
export function usualPeriod(today: string): ReportPeriod {
  return { from: daysAfter(mondayOf(today), -7 * (USUAL_WEEKS - 1)), to: today };
}

type PeriodReading =
  | { ok: true; period: ReportPeriod }
  | { ok: false; code: "not_a_day" | "ends_before_it_begins" | "too_long" };

/** Reads a period as typed; an empty day is that of the usual period. */
export function readPeriod(typed: ReportPeriod, today: string): PeriodReading {
  const usual = usualPeriod(today);
  const from = readDay(typed.from, usual.from);
  const to = readDay(typed.to, usual.to);
  if (from === null || to === null) return { ok: false, code: "not_a_day" };
  if (to < from) return { ok: false, code: "ends_before_it_begins" };
  if (daysAfter(from, MOST_REPORT_DAYS) < to) return { ok: false, code: "too_long" };
  return { ok: true, period: { from, to } };
}

function readDay(text: string, usual: string): string | null {
  const read = readIsoDate(text);
  if (read.ok) return read.date;
  return read.code === "empty" ? usual : null;
}

/** The Monday of each week of a period, in order. */
export function listWeeks({ from, to }: ReportPeriod): string[] {
  const weeks: string[] = [];
  for (let week = mondayOf(from); week <= to; week = daysAfter(week, 7)) weeks.push(week);
  return weeks;
}
