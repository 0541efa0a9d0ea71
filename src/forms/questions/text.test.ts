import { expect, test } from "vitest";
import { readOne, showOne } from "#forms/one-question.fixture.ts";
import { text, type TextQuestion } from "./text.ts";

const company: TextQuestion = { kind: "text", name: "companyName" };

test.each([
  ["  Café   du\tCoin ", "Café du Coin"],
  ["Cafe\u0301", "Café"],
  ["safe\u202Eexe", "safeexe"],
  ["\u200B\uFEFF", "!missing"],
  ["=1+1", "=1+1"],
  ["null\u0000", "!unaccepted_character"],
  ["👩‍🔧".repeat(33), "👩‍🔧".repeat(33)],
  ["x".repeat(101), "!too_long"],
  ["x".repeat(10_001), "!too_long"],
])("reads %j", (typed, expected) => {
  expect(readOne(company, typed)).toBe(expected);
});

test.each([
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@a", "'@a"],
  ["Acme", "Acme"],
])("exports %j as %j: no formula reaches a spreadsheet", (value, exported) => {
  expect(text.exportValue(value, company)).toBe(exported);
});

test("masks a sealed answer", () => {
  expect(showOne({ ...company, sealed: true }, "A12345678901234", "en")).toBe("••• ••• 234");
});
