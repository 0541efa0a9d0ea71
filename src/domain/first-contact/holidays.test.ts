import { expect, test } from "vitest";
import { findHoliday } from "./holidays.ts";

test.each([
  ["2027-01-01", "ON", "New Year’s Day"],
  ["2027-02-15", "ON", "Family Day"],
  ["2027-02-15", "QC", null],
  ["2027-03-26", "AB", "Good Friday"],
  ["2024-03-29", "QC", "Good Friday"],
  ["2038-04-23", "ON", "Good Friday"],
  ["2027-05-24", "QC", "Victoria Day"],
  ["2026-05-18", "ON", "Victoria Day"],
  ["2026-05-25", "ON", null],
  ["2026-05-18", "NB", null],
  ["2027-06-24", "QC", "Fête nationale"],
  ["2027-06-24", "ON", null],
  ["2027-07-01", "ON", "Canada Day"],
  ["2029-07-01", "ON", null],
  ["2029-07-02", "ON", "Canada Day"],
  ["2026-08-03", "BC", "Civic holiday"],
  ["2026-08-03", "ON", null],
  ["2026-09-07", "NS", "Labour Day"],
  ["2026-09-30", "MB", "National Day for Truth and Reconciliation"],
  ["2026-10-12", "ON", "Thanksgiving"],
  ["2026-11-11", "SK", "Remembrance Day"],
  ["2026-11-11", "ON", null],
  ["2026-12-25", "NL", "Christmas Day"],
  ["2026-12-26", "ON", "Boxing Day"],
  ["2026-12-26", "QC", null],
] as const)("%s in %s: %s", (day, region, holiday) => {
  expect(findHoliday(day, region)).toBe(holiday);
});
