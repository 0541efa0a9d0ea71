import { expect, test } from "vitest";
import { listWeeks, mondayOf, readPeriod, usualPeriod } from "./report-period.ts";

const TODAY = "2026-11-27";
const USUAL = { from: "2026-09-07", to: TODAY };

test.each([
  ["2026-11-27", "2026-11-23"],
  ["2026-11-23", "2026-11-23"],
  ["2026-11-29", "2026-11-23"],
  ["2027-01-01", "2026-12-28"],
])("%s is in the week of %s", (day, monday) => {
  expect(mondayOf(day)).toBe(monday);
});

test("the usual period is this week and the eleven before it", () => {
  expect(usualPeriod(TODAY)).toEqual(USUAL);
  expect(listWeeks(USUAL)).toHaveLength(12);
});

test.each([
  [
    { from: "", to: "" },
    { ok: true, period: USUAL },
  ],
  [
    { from: "2026-11-01", to: "" },
    { ok: true, period: { from: "2026-11-01", to: TODAY } },
  ],
  [
    { from: "2026-11-05", to: "2026-11-05" },
    { ok: true, period: { from: "2026-11-05", to: "2026-11-05" } },
  ],
  [
    { from: "2026-11-06", to: "2026-11-05" },
    { ok: false, code: "ends_before_it_begins" },
  ],
  [
    { from: "yesterday", to: "" },
    { ok: false, code: "not_a_day" },
  ],
  [
    { from: "2026-02-30", to: "" },
    { ok: false, code: "not_a_day" },
  ],
  [
    { from: "2020-01-01", to: "" },
    { ok: false, code: "too_long" },
  ],
])("%j is read as %j", (typed, read) => {
  expect(readPeriod(typed, TODAY)).toEqual(read);
});
