import { AsyncLocalStorage } from "node:async_hooks";
import { calendarDay, DEFAULT_TIME_ZONE } from "#values/format.ts";

const moment = new AsyncLocalStorage<Date>();

/** The time, from one door, so that a run under a shifted clock (faketime) moves everything. */
export function now(): Date {
  const input = moment.getStore();
  return input ? new Date(input) : new Date();
}

/** Lets `work` happen at another moment: the demo's past is made by the commands of today. */
export function actAt<Result>(at: Date, work: () => Promise<Result>): Promise<Result> {
  return moment.run(at, work);
}

/** The calendar day (`YYYY-MM-DD`) that it is now, where the business is or in another timezone. */
export function today(timeZone: string = DEFAULT_TIME_ZONE): string {
  return calendarDay(now(), timeZone);
}
