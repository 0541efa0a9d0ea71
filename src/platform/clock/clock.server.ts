import { calendarDay, DEFAULT_TIME_ZONE } from "#values/format.ts";

/** The time, from one door, so that a run under a shifted clock (faketime) moves everything. */
export function now(): Date {
  return new Date();
}

/** The calendar day (`YYYY-MM-DD`) that it is now, where the business is or in another timezone. */
export function today(timeZone: string = DEFAULT_TIME_ZONE): string {
  return calendarDay(now(), timeZone);
}
