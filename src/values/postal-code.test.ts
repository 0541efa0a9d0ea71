import { expect, test } from "vitest";
import { readPostalCode, regionOfPostalPrefix } from "./postal-code.ts";

test.each([
  ["K1A 0B1", "K1A 0B1", "ON"],
  ["k1a0b1", "K1A 0B1", "ON"],
  ["M5V 3L9", "M5V 3L9", "ON"],
  [" m5v-3l9 ", "M5V 3L9", "ON"],
  ["h2y\u00a01c6", "H2Y 1C6", "QC"],
  ["X0C 0G0", "X0C 0G0", "NU"],
  ["X1A 2N2", "X1A 2N2", "NT"],
  ["Y1A 1A1", "Y1A 1A1", "YT"],
])("%j is stored as %j, in %s", (text, postalCode, region) => {
  expect(readPostalCode(text)).toEqual({ ok: true, postalCode, region });
});

test.each(["D1A 1A1", "W1A 1A1", "K1D 1A1", "K1A 0O1", "12345", "K1A", "K1A 0B1X", "É1A 1A1"])(
  "%j is not a postal code",
  (text) => expect(readPostalCode(text)).toEqual({ ok: false, code: "not_a_postal_code" }),
);

test("blank is empty", () => {
  expect(readPostalCode(" ")).toEqual({ ok: false, code: "empty" });
});

test.each([
  ["A1A", "NL"],
  ["B3H", "NS"],
  ["C1A", "PE"],
  ["E1C", "NB"],
  ["G1R", "QC"],
  ["H2Y", "QC"],
  ["J4K", "QC"],
  ["K1A", "ON"],
  ["L5B", "ON"],
  ["m5v", "ON"],
  ["N6A", "ON"],
  ["P3E", "ON"],
  ["R3C", "MB"],
  ["S7K", "SK"],
  ["T2P", "AB"],
  ["V6B", "BC"],
  ["X0A", "NU"],
  ["X1A", "NT"],
  ["Y1A", "YT"],
  ["M5V 3L9", "ON"],
  ["M5", null],
  ["M5V 3", null],
  ["D1A", null],
])("the prefix %j lies in %s", (prefix, region) =>
  expect(regionOfPostalPrefix(prefix)).toBe(region),
);
