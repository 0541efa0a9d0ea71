import { expect, test } from "vitest";
import { readOne, viewOne } from "#forms/one-question.fixture.ts";
import type { ConsentQuestion } from "./consent.ts";

const agreed: ConsentQuestion = { kind: "consent", name: "agreed", optional: true };

test.each([
  ["yes", true],
  ["on", true],
  ["", undefined],
])("an optional box sent as %j is %j", (typed, expected) => {
  expect(readOne(agreed, typed)).toBe(expected);
});

test("an unticked box is no consent, and no box is ticked beforehand", () => {
  expect(readOne({ kind: "consent", name: "agreed" }, {})).toBe("!missing");
  expect(viewOne(agreed, {}, "fr")).toEqual({ control: "checkbox", value: "yes", checked: false });
});
