import { expect, test } from "vitest";
import { readDays } from "./closed-days.ts";
import { fromAnswer } from "./setting.form.ts";

test.each([
  ["", ""],
  [" 2026-12-24  Christmas Eve \r\n\n2026-07-03", "2026-07-03\n2026-12-24 Christmas Eve"],
  ["December 24", null],
  ["2026-02-30 Never", null],
  ["2026-12-24Eve", null],
  [Array.from({ length: 61 }, (_, index) => `20${index + 20}-01-02`).join("\n"), null],
])("%j is stored as %j", (typed, stored) => {
  expect(fromAnswer("closedDays", typed)?.value ?? null).toBe(stored);
});

test("days that are past are left out", () => {
  const stored = "2026-07-03\n2026-12-24 Christmas Eve";
  expect(readDays(stored, "2026-07-04")).toEqual([{ date: "2026-12-24", name: "Christmas Eve" }]);
  expect(readDays("", "2026-07-04")).toEqual([]);
});
