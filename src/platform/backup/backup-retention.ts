/** For how many days, weeks and months a backup is retained: the newest of each. */
const RETENTION = { days: 7, weeks: 4, months: 6 };

/** The name of an automatic backup. It contains the time in UTC, so that names sort by time. */
export function nameBackup(at: Date): string {
  const [seconds = ""] = at.toISOString().replaceAll(/[-:]/g, "").split(".");
  return `site-${seconds}Z.backup`;
}

/**
 * The name of a backup whose restore has not been tested yet. Such a file does not count as a
 * backup.
 */
export function nameUnproved(name: string): string {
  return `${name}.unproved`;
}

/** Whether a file was left by a run that was killed: half written, or never proved. */
export function isLeftOver(name: string): boolean {
  return /^site-\w+\.backup(\.unproved|(\.unproved)?\.\d+\.part)$/.test(name);
}

/** The time in the name of an automatic backup; null for every other file name. */
export function readBackupName(name: string): Date | null {
  const parts = /^site-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/.exec(name);
  if (!parts) return null;
  const [, year, month, day, hour, minute, second] = parts;
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/**
 * The backups to delete: all but the newest of each of the last days, weeks and months that have
 * one. Only periods that have a backup are counted, so that a site that was off for a while loses
 * none because of it.
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

/** A week is named by its Monday. */
function nameWeek(at: Date): string {
  const daysSinceMonday = (at.getUTCDay() + 6) % 7;
  return nameDay(new Date(at.getTime() - daysSinceMonday * DAY_MS));
}

/**
 * At 08:00 UTC it is between midnight and 5:30 everywhere in Canada, when the site has the fewest
 * visitors.
 */
const HOUR_UTC = 8;
/** Not on the full hour, when other scheduled work runs. */
export const MINUTE = 23;

/** The newest moment at which a backup was due, at or before `at`. */
export function lastDue(at: Date): Date {
  const due = new Date(at);
  due.setUTCHours(HOUR_UTC, MINUTE, 0, 0);
  return due > at ? new Date(due.getTime() - DAY_MS) : due;
}

/** When the next backup begins. If one is overdue, at the next minute 23 of an hour. */
export function nextRun(newestAt: Date | null, at: Date): Date {
  const due = lastDue(at);
  if (newestAt && newestAt >= due) return new Date(due.getTime() + DAY_MS);
  const soon = new Date(at);
  soon.setUTCMinutes(MINUTE, 0, 0);
  return soon > at ? soon : new Date(soon.getTime() + 60 * 60_000);
}
