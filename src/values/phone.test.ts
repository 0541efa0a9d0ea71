import fc from "fast-check";
import { expect, test } from "vitest";
import { formatPhone } from "./format.ts";
import { readPhone } from "./phone.ts";

test.each([
  "416-555-0123",
  "4165550123",
  "(416) 555-0123",
  "416.555.0123",
  " 1 416 555 0123 ",
  "+1 416 555 0123",
  "416\u00a0555\u20110123",
  "tel:416-555-0123",
])("%j is +14165550123", (text) => {
  expect(readPhone(text)).toEqual({ ok: true, e164: "+14165550123", extension: null });
});

test.each(["514 555-0123 ext. 42", "514 555-0123 x42", "514 555-0123, poste 42"])(
  "%j keeps its extension apart",
  (text) => expect(readPhone(text)).toEqual({ ok: true, e164: "+15145550123", extension: "42" }),
);

test.each([
  ["", "empty"],
  ["  ", "empty"],
  ["416-155-0123", "not_a_number"],
  ["911", "not_a_number"],
  ["123-456-7890", "not_a_number"],
  ["555-0123", "not_a_number"],
  ["call me", "not_a_number"],
  ["4".repeat(10_000), "not_a_number"],
  ["212-555-0123", "not_canadian"],
  ["+33 6 12 34 56 78", "not_canadian"],
])("%j is refused as %s", (text, code) => expect(readPhone(text)).toEqual({ ok: false, code }));

const AREA_CODES = ["204", "306", "403", "416", "506", "514", "604", "709", "782", "902"];

test("what is shown reads back, whatever is put between the digits", () => {
  const separator = fc.constantFrom("", " ", "-", ".", "\u00a0", " - ", "  ");
  const line = fc.integer({ min: 0, max: 99 }).map((n) => `01${String(n).padStart(2, "0")}`);
  fc.assert(
    fc.property(fc.constantFrom(...AREA_CODES), line, separator, separator, (area, last, a, b) => {
      const e164 = `+1${area}555${last}`;
      expect(readPhone(`${area}${a}555${b}${last}`)).toMatchObject({ ok: true, e164 });
      expect(readPhone(formatPhone(e164, "en"))).toMatchObject({ ok: true, e164 });
      expect(readPhone(formatPhone(e164, "fr"))).toMatchObject({ ok: true, e164 });
    }),
  );
});

test("any text is read or refused, never thrown at", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const reading = readPhone(text);
      if (reading.ok) expect(reading.e164).toMatch(/^\+1\d{10}$/);
    }),
  );
});
