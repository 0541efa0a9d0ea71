import { expect, test } from "vitest";
import { ageOn, checkDateOfBirth } from "./date-of-birth.ts";

test.each([
  ["2008-11-21", "2026-11-20", 17],
  ["2008-11-21", "2026-11-21", 18],
  ["2008-11-21", "2026-12-01", 18],
  ["2008-02-29", "2026-02-28", 17],
  ["2008-02-29", "2026-03-01", 18],
  ["2008-02-29", "2028-02-29", 20],
  ["2026-11-21", "2026-11-21", 0],
])("born %s, on %s: %i years old", (born, day, age) => expect(ageOn(born, day)).toBe(age));

const today = "2026-11-21";

test.each([
  ["2008-11-21", { ok: true, ageYears: 18 }],
  ["2008-11-22", { ok: false, code: "under_age" }],
  ["2026-11-21", { ok: false, code: "under_age" }],
  ["2026-11-22", { ok: false, code: "in_the_future" }],
  ["1905-11-22", { ok: true, ageYears: 120 }],
  ["1905-11-21", { ok: false, code: "too_long_ago" }],
])("born %s, seen today", (born, check) => expect(checkDateOfBirth(born, today)).toEqual(check));

test("another minimum can be asked for", () => {
  expect(checkDateOfBirth("2008-11-21", today, 19)).toEqual({ ok: false, code: "under_age" });
});
