import { expect, test } from "vitest";
import { readOne, showOne, viewOne } from "#forms/one-question.fixture.ts";
import type { AmountQuestion } from "./amount.ts";

const rent: AmountQuestion = { kind: "amount", name: "rentAmount", min: 0, max: 100_000 };

test.each([
  ["$1,450", 1_450],
  ["1\u202f450,25\u00a0$", 1_450.25],
  ["0", 0],
  ["-0.01", "!min"],
  ["100000.01", "!max"],
  ["about 900", "!not_a_number"],
  ["", "!missing"],
])("reads %j as %j", (typed, expected) => {
  expect(readOne(rent, typed)).toBe(expected);
});

test("is a text control, so that what people type is theirs", () => {
  expect(viewOne(rent, { rentAmount: "$1,450" }, "en")).toMatchObject({
    type: "text",
    inputMode: "decimal",
    value: "$1,450",
  });
  expect(showOne(rent, 1_450.5, "en")).toBe("$1,450.50");
});

test.each([
  ["15,250", 15_250],
  ["15 250 $", 15_250],
  ["15250.50", "!not_whole"],
])("in whole dollars reads %j as %j", (typed, expected) => {
  expect(readOne({ ...rent, step: 1 }, typed)).toBe(expected);
});
