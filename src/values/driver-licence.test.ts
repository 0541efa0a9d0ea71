import { expect, test } from "vitest";
import { readDriverLicence } from "./driver-licence.ts";

test.each([
  ["AB", "123456-789", "123456789"],
  ["AB", "12345", "12345"],
  ["BC", "1234567", "1234567"],
  ["MB", "AB-CD-EF-G123HJ", "ABCDEFG123HJ"],
  ["NB", "1234567", "1234567"],
  ["NL", "a123456789", "A123456789"],
  ["NS", "ABCDE 123456789", "ABCDE123456789"],
  ["ON", "A1234-56789-01234", "A12345678901234"],
  ["PE", "123456", "123456"],
  ["QC", "A1234–567890–12", "A123456789012"],
  ["SK", "12345678", "12345678"],
] as const)("%s: %j is stored as %s and looks right", (province, text, licenceNumber) => {
  expect(readDriverLicence(text, province)).toEqual({ ok: true, licenceNumber, looksRight: true });
});

test.each([
  ["BC", "123456"],
  ["ON", "1234567"],
  ["QC", "A12345678901234"],
  ["SK", "A1234567"],
] as const)("%s: %j does not look right, and is accepted", (province, text) => {
  expect(readDriverLicence(text, province)).toMatchObject({ ok: true, looksRight: false });
});

test("blank and absurd numbers are refused", () => {
  expect(readDriverLicence(" - ", "ON")).toEqual({ ok: false, code: "empty" });
  expect(readDriverLicence("1".repeat(10_000), "ON")).toEqual({ ok: false, code: "too_long" });
});
