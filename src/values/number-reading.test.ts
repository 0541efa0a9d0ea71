import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatKm, formatNumber } from "./format.ts";
import { formatCad, formatCadCents } from "./money.ts";
import { readNumber } from "./number-reading.ts";

test.each([
  ["0", 0],
  ["1234", 1234],
  ["$1,234.50", 1234.5],
  ["1 234,50 $", 1234.5],
  ["1\u00a0234,50\u00a0$", 1234.5],
  ["1\u202f234,50\u202f$", 1234.5],
  ["1234,50", 1234.5],
  ["1,234.50", 1234.5],
  ["1.234,50", 1234.5],
  ["62,400 km", 62400],
  ["62 400 km", 62400],
  ["62400KM", 62400],
  ["62 400 kilomètres", 62400],
  ["1,234,567", 1234567],
  ["1.234.567", 1234567],
  ["1 234 567,5", 1234567.5],
  ["12,5", 12.5],
  ["0,125", 0.125],
  ["12.500", 12.5],
  [".5", 0.5],
  ["5.", 5],
  ["CAD 500", 500],
  ["500 CAD", 500],
  ["500 $ CA", 500],
  ["$ 500", 500],
  ["-5", -5],
  ["\u22125", -5],
  ["-$5", -5],
  ["$-5", -5],
  ["-0", 0],
  ["007", 7],
])("%j is %d", (text, value) => expect(readNumber(text)).toEqual({ ok: true, value }));

test.each([
  ["", "empty"],
  [" \u00a0\u202f ", "empty"],
  ["$", "not_a_number"],
  ["km", "not_a_number"],
  ["abc", "not_a_number"],
  ["12a", "not_a_number"],
  ["1e5", "not_a_number"],
  ["0x10", "not_a_number"],
  ["Infinity", "not_a_number"],
  ["NaN", "not_a_number"],
  ["12 34", "not_a_number"],
  ["1,23,456", "not_a_number"],
  ["1 234,567.5", "not_a_number"],
  ["1,2.3,4", "not_a_number"],
  ["--5", "not_a_number"],
  [".", "not_a_number"],
  [",", "not_a_number"],
  ["5000 to 6000", "not_a_number"],
  ["1234567890123456", "not_a_number"],
  ["9".repeat(10_000), "not_a_number"],
])("%j is refused as %s", (text, code) => expect(readNumber(text)).toEqual({ ok: false, code }));

describe("rules", () => {
  const bid = { min: 1000, max: 500_000, step: 10 };
  test.each([
    ["1000", { ok: true, value: 1000 }],
    ["$29,990", { ok: true, value: 29990 }],
    ["999.99", { ok: false, code: "below_min" }],
    ["-5", { ok: false, code: "below_min" }],
    ["500 010", { ok: false, code: "above_max" }],
    ["1005", { ok: false, code: "off_step" }],
    ["", { ok: false, code: "empty" }],
  ])("a bid of %j", (text, reading) => expect(readNumber(text, bid)).toEqual(reading));

  test("a whole number has step 1; cents have 0.01", () => {
    expect(readNumber("2.5", { step: 1 })).toEqual({ ok: false, code: "off_step" });
    expect(readNumber("1234.56", { min: 0, step: 0.01 })).toEqual({ ok: true, value: 1234.56 });
    expect(readNumber("0.005", { min: 0, step: 0.01 })).toEqual({ ok: false, code: "off_step" });
  });
});

test("whatever we show reads back as the same number", () => {
  const cents = fc.integer({ min: -999_999_999, max: 999_999_999 });
  fc.assert(
    fc.property(cents, fc.constantFrom("en", "fr"), (amount, locale) => {
      const value = amount / 100;
      const whole = Math.trunc(value) || 0;
      expect(readNumber(formatCad(value, locale))).toEqual({ ok: true, value });
      expect(readNumber(formatCadCents(value, locale))).toEqual({ ok: true, value });
      expect(readNumber(formatNumber(whole, locale))).toEqual({ ok: true, value: whole });
      expect(readNumber(formatKm(whole, locale))).toEqual({ ok: true, value: whole });
    }),
  );
});

test("any text gives a finite number or a code", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const reading = readNumber(text);
      if (reading.ok) expect(Number.isFinite(reading.value)).toBe(true);
      if (!text.trim()) expect(reading).toEqual({ ok: false, code: "empty" });
    }),
  );
});
