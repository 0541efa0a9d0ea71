import { site } from "#site/site.ts";
import type { LeadKind } from "#values/lead-kind.ts";
import type { RegionCode } from "#values/province.ts";
import { findHoliday } from "./holidays.ts";

/** The hours of a business in its time zone, the province whose holidays it keeps, and its own days. */
export type BusinessHours = {
  timeZone: string;
  provinceCode: RegionCode;
  hours: readonly { days: readonly string[]; open: readonly [string, string] | null }[];
  closedDays: readonly { date: string }[];
  openHolidays: readonly { date: string }[];
};

/** With less than this before closing, a request waits for the next day. */
const ENOUGH_MINUTES = 120;
/** A site that is closed longer promises nothing. */
const MOST_DAYS_AHEAD = 60;
const DAY_MS = 24 * 60 * 60_000;
const DAYS = ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"] as const;

/**
 * By when a person who writes now is promised that we contact them: the closing time of the first
 * day with at least two hours left that is no holiday. Null if the site is never open.
 */
export function findDueTime(at: Date, business: BusinessHours = site): Date | null {
  const { timeZone } = business;
  const [today = "", clock = ""] = wallClock(at, timeZone).split(" ");
  for (let ahead = 0; ahead <= MOST_DAYS_AHEAD; ahead += 1) {
    // Calendar days are counted at noon UTC, so that daylight saving cannot shift them.
    const noon = new Date(Date.parse(`${today}T12:00:00Z`) + ahead * DAY_MS);
    const day = noon.toISOString().slice(0, 10);
    const open = findOpenHours(day, business);
    if (!open) continue;
    const [, closes] = open;
    const isTooLate = ahead === 0 && toMinutes(closes) - toMinutes(clock) < ENOUGH_MINUTES;
    if (!isTooLate) return instantOf(`${day} ${closes}`, timeZone);
  }
  return null;
}

/** The instant after so many hours in which the business is open; null if it is never open. */
export function addOpenHours(
  at: Date,
  openHours: number,
  business: BusinessHours = site,
): Date | null {
  const { timeZone } = business;
  const [today = "", clock = ""] = wallClock(at, timeZone).split(" ");
  let left = openHours * 60;
  for (let ahead = 0; ahead <= MOST_DAYS_AHEAD; ahead += 1) {
    const noon = new Date(Date.parse(`${today}T12:00:00Z`) + ahead * DAY_MS);
    const day = noon.toISOString().slice(0, 10);
    const open = findOpenHours(day, business);
    if (!open) continue;
    const opens = toMinutes(open[0]);
    const from = ahead === 0 ? Math.max(opens, toMinutes(clock)) : opens;
    const minutes = Math.max(0, toMinutes(open[1]) - from);
    if (left <= minutes) return instantOf(`${day} ${toClock(from + left)}`, timeZone);
    left -= minutes;
  }
  return null;
}

/** When it opens and closes on a day (`YYYY-MM-DD`); null if it is closed. */
export function findOpenHours(
  day: string,
  { hours, provinceCode, closedDays, openHolidays }: BusinessHours = site,
): readonly [opens: string, closes: string] | null {
  const isNamed = (days: readonly { date: string }[]) => days.some(({ date }) => date === day);
  if (isNamed(closedDays)) return null;
  if (findHoliday(day, provinceCode) && !isNamed(openHolidays)) return null;
  const name = DAYS[new Date(`${day}T12:00:00Z`).getUTCDay()];
  return hours.find(({ days }) => days.some((each) => each === name))?.open ?? null;
}

export function isOpen(at: Date, business: BusinessHours = site): boolean {
  const [day = "", clock = ""] = wallClock(at, business.timeZone).split(" ");
  const [opens, closes] = findOpenHours(day, business) ?? [];
  return opens !== undefined && closes !== undefined && opens <= clock && clock < closes;
}

/** The kinds whose senders are promised that our staff contact them; dealerships answer the others. */
const PROMISED_KINDS: readonly LeadKind[] = [
  "pre_approval",
  "credit_application",
  "call_back",
  "sell_car",
];

/** When a new request has to be answered; null if its sender is promised nothing. */
export function promiseContact(
  request: { kind: LeadKind; email: string | null; phone: string | null; mayContact: boolean },
  receivedAt: Date,
): Date | null {
  const hasContact = request.email !== null || request.phone !== null;
  const isPromised = request.mayContact && hasContact && PROMISED_KINDS.includes(request.kind);
  return isPromised ? findDueTime(receivedAt) : null;
}

/** What the clocks of the business show: "2026-11-27 18:00". */
export function wallClock(at: Date, timeZone: string = site.timeZone): string {
  const options = { timeZone, dateStyle: "short", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat("sv-SE", options).format(at);
}

/** The instant at which the clocks of a time zone show this. */
export function instantOf(wall: string, timeZone: string): Date {
  const asUtc = (text: string) => Date.parse(`${text.replace(" ", "T")}:00Z`);
  const wanted = asUtc(wall);
  // The second round is right also on the days on which clocks change.
  let at = wanted;
  for (let round = 0; round < 2; round += 1)
    at += wanted - asUtc(wallClock(new Date(at), timeZone));
  return new Date(at);
}

function toMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

function toClock(minutes: number): string {
  const write = (part: number) => String(part).padStart(2, "0");
  return `${write(Math.floor(minutes / 60))}:${write(minutes % 60)}`;
}
