import { expect, test } from "vitest";
import { isDayHours, readDayHours } from "./day-hours.ts";

test.each([
  ["", "", true],
  ["9-17", "09:00-17:00", true],
  ["9 h – 17 h 30", "09:00-17:30", true],
  ["9:00 to 17:00", "09:00-17:00", true],
  ["17:00-9:00", "17:00-09:00", false],
  ["9:00-25:00", "09:00-25:00", false],
  [" mornings ", "mornings", false],
])("the hours %s are %s: %s", (typed, hours, isValid) => {
  expect(readDayHours(typed)).toBe(hours);
  expect(isDayHours(hours)).toBe(isValid);
});
