/** How many days, weeks and months have a backup left, and which of each: the newest. */
const RETENTION = { days: 7, weeks: 4, months: 6 };

/** The name of a backup that the site makes by itself, which says when. In UTC, so that names sort. */
export function nameBackup(at: Date): string {
  const [seconds = ""] = at.toISOString().replaceAll(/[-:]/g, "").split(".");
  return `site-${seconds}Z.backup`;
}

/** What it is called until its restore was tried: no backup that anybody counts. */
export function nameUnproved(name: string): string {
  return `${name}.unproved`;
}

/** Whether it is what a run leaves that is killed: written by half, or never looked at. */
export function isLeftOver(name: string): boolean {
  return /^site-\w+\.backup(\.unproved|(\.unproved)?\.\d+\.part)$/.test(name);
}

/** When a backup of such a name was made; null for every other file. */
export function readBackupName(name: string): Date | null {
  const parts = /^site-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/.exec(name);
  if (!parts) return null;
  const [, year, month, day, hour, minute, second] = parts;
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/**
 * The backups to delete: all but the newest of each of the last days, weeks and months that have one.
 * Counted are those that there are, so that a site that was off for a while loses none for it.
 */
export function chooseDeleted(names: readonly string[]): string[] {
  const newestFirst = names
    .flatMap((name) => {
      const at = readBackupName(name);
      return at ? [{ name, at }] : [];
    })
    .toSorted((one, other) => other.at.getTime() - one.at.getTime());
  const retained = new Set<string>();
  for (const [most, name] of [
    [RETENTION.days, nameDay],
    [RETENTION.weeks, nameWeek],
    [RETENTION.months, nameMonth],
  ] as const) {
    const seen = new Set<string>();
    for (const backup of newestFirst) {
      const period = name(backup.at);
      if (seen.has(period)) continue;
      if (seen.size === most) break;
      seen.add(period);
      retained.add(backup.name);
    }
  }
  return newestFirst.map(({ name }) => name).filter((name) => !retained.has(name));
}

const DAY_MS = 24 * 60 * 60_000;

const nameDay = (at: Date) => at.toISOString().slice(0, 10);
const nameMonth = (at: Date) => at.toISOString().slice(0, 7);

/** By its Monday. */
function nameWeek(at: Date): string {
  const daysSinceMonday = (at.getUTCDay() + 6) % 7;
  return nameDay(new Date(at.getTime() - daysSinceMonday * DAY_MS));
}

/** In the night of all of Canada, when the fewest are there: 1 to 5:30 o'clock. */
const HOUR_UTC = 8;
/** A little after the hour, where other clocks' work is not. */
export const MINUTE = 23;

/** The newest moment at which a backup was due, at or before `at`. */
export function lastDue(at: Date): Date {
  const due = new Date(at);
  due.setUTCHours(HOUR_UTC, MINUTE, 0, 0);
  return due > at ? new Date(due.getTime() - DAY_MS) : due;
}

/** When the next one begins: at once, by the hour's clock, where one is owed. */
export function nextRun(newestAt: Date | null, at: Date): Date {
  const due = lastDue(at);
  if (newestAt && newestAt >= due) return new Date(due.getTime() + DAY_MS);
  const soon = new Date(at);
  soon.setUTCMinutes(MINUTE, 0, 0);
  return soon > at ? soon : new Date(soon.getTime() + 60 * 60_000);
}
