import { expect, test } from "vitest";
import { nameForMail, readPersonName } from "./person-name-reading.ts";
import { initials, splitFullName } from "./person-name.ts";

test.each([
  ["Marie", "Marie"],
  ["  Jean-François   O’Connor ", "Jean-François O’Connor"],
  ["D'Arcy", "D'Arcy"],
  ["Ste\u0301phane", "Stéphane"],
  ["Nguyễn Thị Ánh", "Nguyễn Thị Ánh"],
  ["李小龍", "李小龍"],
  ["X", "X"],
  ["Robert Jr.", "Robert Jr."],
  ["Null", "Null"],
  ["J.P. St. Pierre", "J.P. St. Pierre"],
  ["Anne-Marie O'Neil", "Anne-Marie O'Neil"],
  ["Mary.Ann", "Mary.Ann"],
])("%j is the name %j", (text, name) => expect(readPersonName(text)).toEqual({ ok: true, name }));

test.each([
  ["", "empty"],
  [" \u00a0 ", "empty"],
  ["12345", "not_a_name"],
  ["—", "not_a_name"],
  ["<script>alert(1)</script>", "not_a_name"],
  ["Win at https://example.test", "not_a_name"],
  ["www.example.test", "not_a_name"],
  ["me@example.ca", "not_a_name"],
  ["Claim $500 bit.ly/x9 urgent", "not_a_name"],
  ["evil.example/win", "not_a_name"],
  ["Win at evil.com", "not_a_name"],
  ["evil\u200c.com", "not_a_name"],
  ["Jean\u0000", "not_a_name"],
  ["Jean\u202e", "not_a_name"],
  ["a".repeat(101), "too_long"],
  ["a".repeat(10_000), "too_long"],
])("%j is refused as %s", (text, code) =>
  expect(readPersonName(text)).toEqual({ ok: false, code }),
);

test.each([
  ["Chloé Gagnon", "Chloé Gagnon"],
  ["J.P. St. Pierre", "J.P. St. Pierre"],
  ["Claim $500 *today* #1 Roy", "Claim 500 today 1 Roy"],
  ["bit.ly/x9 Roy", ""],
  [
    "Wolfeschlegelsteinhausenbergerdorff Hubert Blaine",
    "Wolfeschlegelsteinhausenbergerdorff Hube…",
  ],
])("%j stands in a mail as %j", (name, inMail) => expect(nameForMail(name)).toBe(inMail));

test.each([
  ["Marie Tremblay", "MT"],
  ["Jean-François de la Tour", "JT"],
  ["élise", "É"],
  ["  ", ""],
  ["(Bob) Smith", "BS"],
])("the initials of %j are %j", (name, letters) => expect(initials(name)).toBe(letters));

test.each([
  ["Camille Roy", "Camille", "Roy"],
  [" Jean-François  de la Tour ", "Jean-François de la", "Tour"],
  ["Cher", "Cher", ""],
])("%j is split into %j and %j", (name, firstName, lastName) =>
  expect(splitFullName(name)).toEqual({ firstName, lastName }),
);
