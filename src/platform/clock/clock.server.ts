import { AsyncLocalStorage } from "node:async_hooks";
import { calendarDay, DEFAULT_TIME_ZONE } from "#values/format.ts";

const moment = new AsyncLocalStorage<Date>();

/**
 * The current time. All code reads it here, so that one change of the clock (faketime, `actAt`)
 * changes the time everywhere.
 */
export function now(): Date {
  const input = moment.getStore();
  return input ? new Date(input) : new Date();
}

/**
 * Runs `work` with another current time. The demo creates its past with it, by calling today's
 * commands.
 */
export function actAt<Result>(at: Date, work: () => Promise<Result>): Promise<Result> {
  return moment.run(at, work);
}

/** Today's date (`YYYY-MM-DD`) in the timezone of the business or in another one. */
export function today(timeZone: string = DEFAULT_TIME_ZONE): string {
  return calendarDay(now(), timeZone);
}
