import { expect, test } from "vitest";
import { readOne, showOne, viewOne } from "#forms/one-question.fixture.ts";
import type { NumberQuestion } from "./number.ts";

const income: NumberQuestion = {
  kind: "number",
  name: "annualIncome",
  unit: "cad",
  min: 0,
  max: 10_000_000,
};
const months: NumberQuestion = { ...income, name: "incomeMonths", unit: "months", max: 11 };
const bid: NumberQuestion = { ...income, name: "annualIncome", min: 1_000, step: 10 };

test.each([
  [income, "52000", 52_000],
  [income, "$52,000.50", 52_000.5],
  [income, "52 000,50 $", 52_000.5],
  [income, "0", 0],
  [income, "-1", "!min"],
  [income, "10000001", "!max"],
  [income, "1.005", "!too_precise"],
  [income, "", "!missing"],
  [income, "  ", "!missing"],
  [income, "1e3", "!not_a_number"],
  [income, "NaN", "!not_a_number"],
  [income, "Infinity", "!not_a_number"],
  [months, "11", 11],
  [months, "12", "!max"],
  [months, "1.5", "!not_whole"],
  [bid, "1010", 1_010],
  [bid, "1015", "!not_on_step"],
])("%# reads %j", (question, typed, expected) => {
  expect(readOne(question, typed)).toBe(expected);
});

test("counts and money in words of the language", () => {
  const years: NumberQuestion = { ...months, unit: "years" };
  expect(showOne(years, 0, "en")).toBe("0 years");
  expect(showOne(years, 1, "en")).toBe("1 year");
  expect(showOne(years, 0, "fr")).toBe("0 an");
  expect(showOne(years, 2, "fr")).toBe("2 ans");
  expect(showOne(income, 52_000, "en")).toBe("$52,000");
  expect(showOne(income, 52_000, "fr")).toBe("52\u00a0000\u00a0$");
});

test("is a number control with its limits, the dollar sign where the language writes it", () => {
  const attributes = { type: "number", min: 0, max: 10_000_000, step: 0.01 };
  expect(viewOne(income, {}, "en")).toMatchObject({ ...attributes, prefix: "$", value: "" });
  expect(viewOne(income, {}, "fr")).toMatchObject({ ...attributes, suffix: "$" });
});
