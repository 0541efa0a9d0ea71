import { expect, test } from "vitest";
import { newestModelYear } from "./model-year.ts";

test.each([
  ["2026-11-21T12:00:00Z", 2027],
  ["2026-12-31T23:59:59Z", 2027],
  ["2027-01-01T00:00:00Z", 2028],
])("on %s it is %i", (at, year) => {
  expect(newestModelYear(new Date(at))).toBe(year);
});
