import { expect, test } from "vitest";
import { readOne } from "#forms/one-question.fixture.ts";
import type { PostalCodeQuestion } from "./postal-code.ts";

const postalCode: PostalCodeQuestion = { kind: "postal-code", name: "postalCode" };

test.each([
  ["k1a0b1", "K1A 0B1"],
  [" M5V-3L9 ", "M5V 3L9"],
  ["K1A 0O1", "!not_a_postal_code"],
  ["90210", "!not_a_postal_code"],
  ["", "!missing"],
])("reads %j as %j", (typed, expected) => {
  expect(readOne(postalCode, typed)).toBe(expected);
});
