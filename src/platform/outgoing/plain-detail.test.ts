import { expect, test } from "vitest";
import { plainDetail } from "./plain-detail.ts";

test.each([
  ["550 5.1.1 <bob@dealer.example>: no such user", [], "550 5.1.1 <[address]>: no such user"],
  ["535 bad password hunter2\r\nfor us", ["hunter2"], "535 bad password [removed] for us"],
  ["token abcdef and abc", ["abc", "abcdef"], "token [removed] and [removed]"],
  ["no", ["no"], "no"],
  ["\0\x1b[31mred", [], "[31mred"],
])("%j", (text, redacted, plain) => {
  expect(plainDetail(text, redacted)).toBe(plain);
});

test("is short", () => {
  expect(plainDetail("x".repeat(10_000))).toHaveLength(200);
});
