import { expect, it } from "vitest";
import { countEdits, misspelling } from "./spelling.ts";

it.each([
  ["toyota", "toyota", 0],
  ["toyta", "toyota", 1],
  ["tyoota", "toyota", 1],
  ["hunday", "hyundai", 2],
  ["", "kia", 3],
  ["ca", "abc", 3],
])("%j is off %j by %i", (one, other, edits) => {
  expect(countEdits(one, other, 5)).toBe(edits);
  expect(countEdits(other, one, 5)).toBe(edits);
});

it("counts no further than it is asked to", () => {
  expect(countEdits("volkswagen", "toyota", 2)).toBe(3);
  expect(countEdits("aaaaaa", "bbbbbb", 2)).toBe(3);
});

it.each([
  ["civc", "civic", true],
  ["hunday", "hyundai", true],
  ["kai", "kia", false],
  ["mazd3", "mazda3", true],
  ["mazda6", "mazda3", false],
  ["ford", "fiat", false],
])("%j may mean %j: %s", (typed, meant, may) => {
  expect(misspelling(typed, meant) !== null).toBe(may);
});
