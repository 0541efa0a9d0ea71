import { z } from "zod";
import { readIsoDate } from "#values/calendar-date.ts";
import type { ClosedDay } from "#site/site-facts.ts";

const MOST_DAYS = 60;
const DAY = /^(\d{4}-\d{2}-\d{2})(?: (.{1,60}))?$/u;

/** "2026-12-24 Christmas Eve": one day a line, in their order; the name may be left out. */
const days = z.string().refine((text) => {
  const lines = text === "" ? [] : text.split("\n");
  const isDay = (line: string) => readIsoDate(DAY.exec(line)?.[1] ?? "").ok;
  return lines.length <= MOST_DAYS && lines.every(isDay);
});

const row = {
  group: "hours",
  stored: days,
  byDefault: "",
  shownOn: ["contact", "reply_time"],
} as const;

export const CLOSED_DAY_SETTINGS = {
  /** Closed, although it is no statutory holiday. */
  closedDays: row,
  /** Statutory holidays of the office's province on which the site works all the same. */
  openHolidays: row,
} as const;

/** The days as they are stored, from what a person typed. */
export function writeDays(typed: string): string {
  const lines = typed.split("\n").map((line) => line.trim().replace(/\s+/gu, " "));
  return lines.filter(Boolean).toSorted().join("\n");
}

/** From a day on: what is past matters to nobody. */
export function readDays(stored: string, today: string): ClosedDay[] {
  return stored.split("\n").flatMap((line) => {
    const [, date = "", name = ""] = DAY.exec(line) ?? [];
    return date >= today && date !== "" ? [{ date, name }] : [];
  });
}
