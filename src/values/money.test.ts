import fc from "fast-check";
import { expect, test } from "vitest";
import { formatCad, formatCadCents, roundToCents, sumCad } from "./money.ts";

test.each([
  [1.005, 1.01],
  [1.0049, 1],
  [2.675, 2.68],
  [-1.005, -1.01],
  [1296.7499999, 1296.75],
  [0.1 + 0.2, 0.3],
  [-0.001, 0],
])("roundToCents(%d) is %d", (amount, rounded) => expect(roundToCents(amount)).toBe(rounded));

test("sums carry no binary remainder", () => {
  expect(sumCad([0.1, 0.2, 0.3])).toBe(0.6);
  expect(sumCad([])).toBe(0);
});

test("whole cents round to themselves", () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (cents) => {
      expect(Math.round(roundToCents(cents / 100) * 100)).toBe(cents);
    }),
  );
});

test.each([
  [29990, "$29,990", "29\u00a0990\u00a0$"],
  [438.2, "$438.20", "438,20\u00a0$"],
  [0, "$0", "0\u00a0$"],
])("formatCad(%d)", (amount, en, fr) => {
  expect(formatCad(amount, "en")).toBe(en);
  expect(formatCad(amount, "fr")).toBe(fr);
});

test("formatCadCents keeps the cents of a whole amount", () => {
  expect(formatCadCents(438, "en")).toBe("$438.00");
  expect(formatCadCents(438, "fr")).toBe("438,00\u00a0$");
});
