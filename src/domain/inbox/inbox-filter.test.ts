import { expect, test } from "vitest";
import { readSearch } from "./inbox-filter.ts";

test.each([
  ["Étienne  Côté", { words: ["etienne", "cote"], phoneDigits: null, reference: null }],
  ["(403) 555-0147", { words: ["403", "555", "0147"], phoneDigits: "4035550147", reference: null }],
  ["+1 403 555 0147", { phoneDigits: "4035550147" }],
  ["0147", { phoneDigits: "0147" }],
  ["147", { phoneDigits: null }],
  ["abcd-ef23", { reference: "ABCDEF23" }],
  ["100%_", { words: ["100"] }],
])("reads %j", (text, expected) => {
  expect(readSearch(text)).toMatchObject(expected);
});

test.each(["", "   ", "%%", "\u0000"])("finds nothing to look for in %j", (text) => {
  expect(readSearch(text)).toBeNull();
});
