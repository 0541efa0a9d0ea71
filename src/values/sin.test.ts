import { expect, test } from "vitest";
import { containsSin, maskSin, maskSins, readSin } from "./sin.ts";

test.each([
  ["130692544", false],
  ["193456787", false],
  ["123456782", false],
  ["900000001", true],
  ["963553151", true],
])("%s passes", (sin, isTemporary) => {
  expect(readSin(sin)).toEqual({ ok: true, sin, isTemporary });
});

test.each(["130 692 544", "130-692-544", " 130\u00a0692\u00a0544 ", "130–692–544"])(
  "%j is read without its separators",
  (text) => expect(readSin(text)).toMatchObject({ ok: true, sin: "130692544" }),
);

test.each([
  ["123456789", "check_digit"],
  ["130692545", "check_digit"],
  ["000000000", "not_issued"],
  ["046454286", "not_issued"],
  ["812345672", "not_issued"],
  ["13069254", "length"],
  ["1306925440", "length"],
  ["13069254O", "length"],
  ["", "empty"],
])("%j is refused as %s", (text, code) => expect(readSin(text)).toEqual({ ok: false, code }));

test("any single wrong digit is caught", () => {
  for (const index of "130692544".split("").keys()) {
    for (const digit of "123456789") {
      const changed = [..."130692544"].with(index, digit).join("");
      expect(readSin(changed).ok).toBe(changed === "130692544");
    }
  }
});

test("only the last three digits are shown", () => {
  expect(maskSin("046454286")).toBe("••• ••• 286");
});

test.each([
  ["130692544", true],
  ["My SIN is 130 692 544, please call.", true],
  ["NAS: 130-692-544", true],
  ["130.692.544", true],
  ["130692545", false],
  ["1306925440", false],
  ["0130692544", false],
  ["416-555-0142", false],
  ["$130692544", false],
  ["130 692-544", false],
  ["88,000 km, 2019", false],
  // The id of a car or a dealership.
  ["0192f0a4-7b1e-7c3a-9d2e-abc130692544", false],
  ["0192F0A4-7B1E-7C3A-9D2E-130692544ABC", false],
  ["0192f0a4-7b1e-7c3a-9d2e-abc130692544, 130 692 544", true],
  ["7c3a-9d2e-abc130692544", true],
])("%j holds a Social Insurance Number: %j", (text, holds) =>
  expect(containsSin(text)).toBe(holds),
);

test("what arrives with a number in it is shown without it", () => {
  expect(maskSins("My SIN is 130 692 544, my order 130 692 545, call 416-555-0147.")).toBe(
    "My SIN is ••• ••• 544, my order 130 692 545, call 416-555-0147.",
  );
  expect(maskSins("130692544 and 130-692-544")).toBe("••• ••• 544 and ••• ••• 544");
});
