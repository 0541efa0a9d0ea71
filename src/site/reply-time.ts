import { site } from "./site.ts";

type Hours = Pick<typeof site, "timeZone"> & {
  hours: readonly { days: readonly string[]; open: readonly [string, string] | null }[];
};

/** With less than this before closing, a request waits for the next day. */
const ENOUGH_MINUTES = 120;
const DAY_MS = 24 * 60 * 60_000;
const DAYS = ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"] as const;

/**
 * By when a person who writes now may expect our reply: the closing time of the first day with at
 * least two hours left. Null if the site is never open. `day` is `YYYY-MM-DD`, `time` on a 24-hour
 * clock, both in the business's time zone.
 */
export function findReplyTime(
  at: Date,
  { hours, timeZone }: Hours = site,
): { day: string; time: string } | null {
  const [today, clock] = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    dateStyle: "short",
    timeStyle: "short",
  })
    .format(at)
    .split(" ");
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    // Calendar days are counted at noon UTC, so that daylight saving cannot shift them.
    const noon = new Date(Date.parse(`${today}T12:00:00Z`) + ahead * DAY_MS);
    const name = DAYS[noon.getUTCDay()];
    const open = hours.find(({ days }) => days.some((day) => day === name))?.open;
    if (!open) continue;
    const [, closes] = open;
    const isTooLate = ahead === 0 && toMinutes(closes) - toMinutes(clock ?? "") < ENOUGH_MINUTES;
    if (!isTooLate) return { day: noon.toISOString().slice(0, 10), time: closes };
  }
  return null;
}

function toMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
