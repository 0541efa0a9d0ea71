import { describe, expect, test } from "vitest";
import { chooseDeleted, lastDue, nameBackup, nextRun, readBackupName } from "./backup-retention.ts";

const DAY_MS = 24 * 60 * 60_000;
const from = (text: string) => new Date(text);

/** Makes one backup a day, oldest first, and deletes each day what is to be deleted. */
function runFor(days: number, start = from("2026-01-01T08:23:00Z")): string[] {
  let there: string[] = [];
  for (let day = 0; day < days; day += 1) {
    there.push(nameBackup(new Date(start.getTime() + day * DAY_MS)));
    const gone = new Set(chooseDeleted(there));
    there = there.filter((name) => !gone.has(name));
  }
  return there;
}

test("a name says when it was made, and nothing else is a name", () => {
  const at = from("2026-11-25T08:23:07Z");
  expect(nameBackup(at)).toBe("site-20261125T082307Z.backup");
  expect(readBackupName(nameBackup(at))).toEqual(at);
  for (const other of ["record-keys.backup", "site-20261125T082307Z.backup.12.part", "site.backup"])
    expect(readBackupName(other)).toBeNull();
});

test("after a year of days there are 7 days, 4 weeks and 6 months", () => {
  const days = runFor(365).map((name) => readBackupName(name)?.toISOString().slice(0, 10));
  expect(days).toEqual([
    // The newest of each month, then of each week (Sundays), then of each day.
    "2026-07-31",
    "2026-08-31",
    "2026-09-30",
    "2026-10-31",
    "2026-11-30",
    "2026-12-13",
    "2026-12-20",
    "2026-12-25",
    "2026-12-26",
    "2026-12-27",
    "2026-12-28",
    "2026-12-29",
    "2026-12-30",
    "2026-12-31",
  ]);
});

test("of many in a day the newest stays, and what is no backup of ours is never named", () => {
  const morning = nameBackup(from("2026-11-25T08:23:00Z"));
  const noon = nameBackup(from("2026-11-25T12:00:00Z"));
  expect(chooseDeleted([noon, "record-keys.backup", "holiday.jpg", morning])).toEqual([morning]);
});

test("a site that was off for a year loses nothing for it", () => {
  const old = runFor(40);
  const back = nameBackup(from("2027-06-01T08:23:00Z"));
  const gone = chooseDeleted([...old, back]);
  expect(old.length - gone.length).toBeGreaterThanOrEqual(old.length - 2);
});

describe("the next backup begins", () => {
  test.each([
    [
      "tomorrow, where today's is there",
      "2026-11-25T08:25:00Z",
      "2026-11-25T20:00:00Z",
      "2026-11-26T08:23:00Z",
    ],
    ["within the hour, where none is there", null, "2026-11-25T20:00:00Z", "2026-11-25T20:23:00Z"],
    [
      "within the hour, where the last is of before",
      "2026-11-24T08:25:00Z",
      "2026-11-25T20:40:00Z",
      "2026-11-25T21:23:00Z",
    ],
    [
      "at its hour, where that is still to come",
      "2026-11-24T08:25:00Z",
      "2026-11-25T07:00:00Z",
      "2026-11-25T08:23:00Z",
    ],
  ])("%s", (_what, newest, at, next) => {
    expect(nextRun(newest ? from(newest) : null, from(at))).toEqual(from(next));
  });

  test.each([
    ["2026-11-25T08:23:00Z", "2026-11-25T08:23:00Z"],
    ["2026-11-25T08:22:59Z", "2026-11-24T08:23:00Z"],
  ])("at %s one was due at %s", (at, due) => expect(lastDue(from(at))).toEqual(from(due)));
});
