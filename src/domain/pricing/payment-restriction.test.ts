import { expect, test } from "vitest";
import { PROVINCES } from "#values/province.ts";
import { findPaymentRestriction } from "./payment-restriction.ts";

test.each([
  ["fr", null, "ON", "province_unknown"],
  ["fr", null, null, "province_unknown"],
  ["fr", null, "QC", "quebec"],
  ["fr", "ON", "ON", null],
  ["fr", "ON", "QC", "quebec"],
  ["fr", "QC", "AB", "quebec"],
  ["en", null, "ON", null],
  ["en", null, null, null],
  ["en", null, "QC", "quebec"],
  ["en", "QC", "AB", "quebec"],
  ["en", "QC", null, "quebec"],
  ["en", "AB", "ON", null],
] as const)("in %s to somebody of %s beside a car of %s: %s", (locale, reader, car, why) => {
  const beside = car && { provinceCode: car };
  expect(findPaymentRestriction({ provinceCode: reader, locale }, beside)).toBe(why);
});

test("nothing to anybody of Quebec, nor beside a car of Quebec", () => {
  for (const locale of ["en", "fr"] as const)
    for (const provinceCode of PROVINCES) {
      const elsewhere = { provinceCode, locale };
      expect(findPaymentRestriction(elsewhere, { provinceCode: "QC" })).toBe("quebec");
      expect(findPaymentRestriction({ provinceCode: "QC", locale }, { provinceCode })).toBe(
        "quebec",
      );
    }
});
