import { expect, test } from "vitest";
import { readOne, showOne, viewOne } from "#forms/one-question.fixture.ts";
import type { ChoicesQuestion } from "./choices.ts";

const served: ChoicesQuestion = {
  kind: "choices",
  name: "served",
  options: ["ON", "QC", "NB"],
  optionWords: "province",
};

test.each([
  [{ "served-QC": "yes", "served-ON": "yes" }, "ON,QC"],
  [{ "served-NB": "yes" }, "NB"],
  [{ "served-NB": "no" }, "!missing"],
  [{ "served-SK": "yes" }, "!missing"],
  [{ served: "NB, ON" }, "ON,NB"],
  [{ served: "SK" }, "!missing"],
  [{}, "!missing"],
])("reads %j as %j", (typed, expected) => {
  expect(readOne(served, typed)).toBe(expected);
});

test("names what was ticked, and offers the rest unticked", () => {
  expect(showOne(served, "ON,QC", "fr")).toBe("Ontario, Québec");
  expect(viewOne(served, { "served-QC": "yes" }, "en")).toEqual({
    control: "checkboxes",
    options: [
      { name: "served-ON", value: "yes", label: "Ontario", checked: false },
      { name: "served-QC", value: "yes", label: "Quebec", checked: true },
      { name: "served-NB", value: "yes", label: "New Brunswick", checked: false },
    ],
  });
});
