import { expect, test } from "vitest";
import { readOne, showOne, viewOne } from "#forms/one-question.fixture.ts";
import type { DurationQuestion } from "./duration.ts";

const time: DurationQuestion = { kind: "duration", name: "time", maxYears: 100 };

test.each([
  ["3", "4", 40],
  ["3", "", 36],
  ["", "7", 7],
  ["", "18", 18],
  ["0", "0", 0],
  ["100", "", 1_200],
  ["", "", "!missing"],
  ["101", "", "!max"],
  ["3", "12", "!max"],
  ["-1", "", "!min"],
  ["", "1.5", "!not_whole"],
  ["three", "", "!not_a_number"],
])("%j years and %j months", (years, months, expected) => {
  const typed = { "time-years": years, "time-months": months };
  expect(readOne(time, typed)).toBe(expected);
});

test("a direct post says it in months", () => {
  expect(readOne(time, "40")).toBe(40);
  expect(readOne(time, "1201")).toBe("!max");
});

test.each([
  [0, "0 months", "0 mois"],
  [1, "1 month", "1 mois"],
  [12, "1 year", "1 an"],
  [40, "3 years 4 months", "3 ans 4 mois"],
])("%i months in words", (months, en, fr) => {
  expect(showOne(time, months, "en")).toBe(en);
  expect(showOne(time, months, "fr")).toBe(fr);
});

test("stands in two fields, also where it came in months", () => {
  const parts = [
    { name: "time-years", label: "Years", value: "3" },
    { name: "time-months", label: "Months", value: "4" },
  ];
  expect(viewOne(time, { time: "40" }, "en")).toMatchObject({ control: "parts", parts });
  const half = { "time-years": "two", "time-months": "" };
  expect(viewOne(time, half, "en")).toMatchObject({ parts: [{ value: "two" }, { value: "" }] });
});
