import { expect, test } from "vitest";
import { computeCheckDigit, readVin } from "./vin.ts";

test.each([
  "1M8GDM9AXKP042788",
  "11111111111111111",
  "1HGCM82633A004352",
  "5GZCZ43D13S812715",
  "2HKRW2H20NH207506",
  "KM8K2CAB4PU001140",
])("%s carries its check digit", (vin) => {
  expect(readVin(vin)).toEqual({ ok: true, vin, checkDigitMatches: true });
});

test.each([
  ["1HGCM82633A123456", "7"],
  ["SGZCZ43D13S812715", "X"],
])("%s should carry %s: a warning, no refusal", (vin, wanted) => {
  expect(readVin(vin)).toEqual({ ok: true, vin, checkDigitMatches: false });
  expect(computeCheckDigit(vin)).toBe(wanted);
});

test("a European VIN carries none and is accepted", () => {
  expect(readVin("WP0ZZZ99ZTS392124")).toMatchObject({ ok: true, checkDigitMatches: false });
});

test("case and spaces do not matter", () => {
  expect(readVin(" 1hgcm 82633\u00a0a004352 ")).toMatchObject({ vin: "1HGCM82633A004352" });
});

test.each([
  ["IHGCM82633A004352", "characters"],
  ["1HGCM82633A00435O", "characters"],
  ["1HGCM82633A00435Q", "characters"],
  ["1HGCM8263-A004352", "characters"],
  ["1HGCM82633É004352", "characters"],
  ["1HGCM82633A00435", "length"],
  ["1HGCM82633A0043521", "length"],
  ["1HGCM82633-A004352", "length"],
  ["", "empty"],
  [" ", "empty"],
])("%j is refused for its %s", (text, code) => expect(readVin(text)).toEqual({ ok: false, code }));
