import { expect, test } from "vitest";
import { isStorable, isStorableAddress, toStorable } from "./storable-text.ts";

test.each([
  ["text", "Zoé \u{1f697}\n", true, "Zoé \u{1f697}\n"],
  ["a NUL", "a\0b", false, "ab"],
  ["the first half of a pair", "a\ud83d", false, "a"],
  ["the second half", "\ude97b", false, "b"],
])("%s", (_what, text, isHeld, stored) => {
  expect(isStorable(text)).toBe(isHeld);
  expect(toStorable(text)).toBe(stored);
});

test.each([
  ["/call-back/sent/ABCDEFGH", "?a=b%20c", true],
  ["/call-back/sent/%00", "", false],
  ["/staff/leads", "?older_than=%00", false],
  ["/cars/%FF", "", false],
  ["/cars/%ED%A0%80", "", false],
])("an address %s%s: %s", (path, search, isHeld) => {
  expect(isStorableAddress(path, search)).toBe(isHeld);
});
