import { expect, test } from "vitest";
import { readOne, showOne, viewOne } from "#forms/one-question.fixture.ts";
import type { DayQuestion } from "./day.ts";

const until: DayQuestion = { kind: "day", name: "rentAmount", firstDay: 1, lastDay: 60 };

test.each([
  ["2026-11-22", "2026-11-22"],
  [" 2027-01-20 ", "2027-01-20"],
  ["2026-11-21", "!day_limits"],
  ["2027-01-21", "!day_limits"],
  ["2026-12-32", "!not_a_date"],
  ["next week", "!not_a_date"],
  ["", "!missing"],
])("on 21 November, %j is %j", (typed, expected) => {
  expect(readOne(until, typed)).toBe(expected);
});

test("counts from the day where the business is", () => {
  const now = new Date("2026-11-22T03:30:00Z");
  expect(readOne(until, "2026-11-22", { now })).toBe("2026-11-22");
});

test("is the browser's own calendar, with the days that will do", () => {
  expect(viewOne(until, { rentAmount: "2026-12-05" }, "en")).toMatchObject({
    type: "date",
    value: "2026-12-05",
    min: "2026-11-22",
    max: "2027-01-20",
  });
  expect(showOne(until, "2026-12-05", "en")).toBe("December 5, 2026");
});
