import { expect, test } from "vitest";
import { readOne, showOne, viewOne } from "#forms/one-question.fixture.ts";
import type { ChoiceQuestion } from "./choice.ts";

const budget: ChoiceQuestion = {
  kind: "choice",
  name: "budget",
  options: ["under_400", "400_499", "500_600", "over_600"],
};

test.each([
  ["400_499", "400_499"],
  ["Under $400 / Month", "under_400"],
  ["$400 – 499 / month", "400_499"],
  ["Plus de 600 $ / mois", "over_600"],
  ["a fortune", "!missing"],
  ["", "!missing"],
  ["constructor", "!missing"],
])("reads %j as %j", (typed, expected) => {
  expect(readOne(budget, typed)).toBe(expected);
});

test("shows the words of the language, with nothing chosen beforehand", () => {
  expect(showOne(budget, "under_400", "en")).toBe("Under $400 / Month");
  expect(showOne(budget, "under_400", "fr")).toBe("Moins de 400\u00a0$ / mois");
  const view = viewOne(budget, {}, "en");
  expect(view).toMatchObject({ control: "radios" });
  expect(JSON.stringify(view)).not.toContain('"checked":true');
  expect(viewOne(budget, { budget: "over_600" }, "en")).toMatchObject({
    options: [{}, {}, {}, { value: "over_600", id: "budget-4", checked: true }],
  });
});
