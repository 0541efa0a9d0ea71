import { expect, test } from "vitest";
import { readOne } from "#forms/one-question.fixture.ts";
import type { LongTextQuestion } from "./long-text.ts";

const message: LongTextQuestion = { kind: "long-text", name: "jobTitle", maxLength: 20 };

test.each([
  [" One\r\ntwo\rthree \n", "One\ntwo\nthree"],
  ["x".repeat(20), "x".repeat(20)],
  ["x".repeat(21), "!too_long"],
  ["x".repeat(20_000), "!too_long"],
  ["\u001b[2J", "!unaccepted_character"],
  [" \n ", "!missing"],
])("reads %j", (typed, expected) => {
  expect(readOne(message, typed)).toBe(expected);
});

test.each([
  ["no", "!too_short"],
  ["  no  ", "!too_short"],
  ["yes", "yes"],
])("with a least length reads %j", (typed, expected) => {
  expect(readOne({ ...message, minLength: 3 }, typed)).toBe(expected);
});
