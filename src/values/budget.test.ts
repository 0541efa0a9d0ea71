import { expect, test } from "vitest";
import { BUDGETS, isBudget, monthlyRange } from "./budget.ts";

test("each option has its monthly range", () => {
  expect(BUDGETS.map(monthlyRange)).toEqual([
    { minCad: 0, maxCad: 400 },
    { minCad: 400, maxCad: 499 },
    { minCad: 500, maxCad: 600 },
    { minCad: 600, maxCad: null },
  ]);
});

test("codes are recognised and nothing else", () => {
  expect(BUDGETS.every(isBudget)).toBe(true);
  expect(isBudget("Under $400 / Month")).toBe(false);
});
