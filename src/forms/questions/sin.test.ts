import { expect, test } from "vitest";
import { readOne, showOne } from "#forms/one-question.fixture.ts";
import type { SinQuestion } from "./sin.ts";

const sin: SinQuestion = { kind: "sin", name: "sinNumber", sealed: true, optional: true };

test.each([
  ["130 692 544", "130692544"],
  ["900000001", "900000001"],
  ["123456789", "!not_a_sin"],
  ["046454286", "!not_a_sin"],
  ["", undefined],
])("reads %j as %j", (typed, expected) => {
  expect(readOne(sin, typed)).toBe(expected);
});

test("shows only its end", () => {
  expect(showOne(sin, "130692544", "en")).toBe("••• ••• 544");
});
