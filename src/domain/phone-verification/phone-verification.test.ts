import { expect, test } from "vitest";
import { readCode, resendDelayMs, waitBeforeSendMs } from "./phone-verification.ts";

test.each([
  ["123456", "123456"],
  [" 123 456 ", "123456"],
  ["123-456", "123456"],
  ["123\u202F456", "123456"],
  ["12345", null],
  ["1234567", null],
  ["12345a", null],
  ["", null],
])("reads the code typed as %j", (typed, expected) => {
  expect(readCode(typed)).toBe(expected);
});

const minute = 60_000;
const at = new Date("2026-03-01T12:00:00Z");
const ago = (ms: number) => new Date(at.getTime() - ms);

test.each([
  ["the first code goes at once", [], 0],
  ["the second waits ten seconds", [ago(4_000)], 6_000],
  ["each wait is twice the one before", [ago(1_000), ago(30_000)], 19_000],
  ["a wait that has passed is over", [ago(11_000)], 0],
  [
    "after five the oldest must leave the window",
    [ago(4 * minute), ago(5 * minute), ago(6 * minute), ago(7 * minute), ago(8 * minute)],
    2 * minute,
  ],
])("%s", (_name, sentAt, expected) => {
  expect(waitBeforeSendMs(sentAt, at)).toBe(expected);
});

test("the delay doubles", () => {
  expect([0, 1, 2, 3].map(resendDelayMs)).toEqual([0, 10_000, 20_000, 40_000]);
});
