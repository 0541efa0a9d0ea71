import { expect, test } from "vitest";
import { findBudget, BUDGETS, isBudget, monthlyRange } from "./budget.ts";

test("each option has its monthly range", () => {
  expect(BUDGETS.map(monthlyRange)).toEqual([
    { minCad: 0, maxCad: 400 },
    { minCad: 400, maxCad: 499 },
    { minCad: 500, maxCad: 600 },
    { minCad: 600, maxCad: null },
  ]);
});

test.each([
  [0, "under_400"],
  [399.99, "under_400"],
  [400, "400_499"],
  [499.5, "400_499"],
  [500, "500_600"],
  [600, "500_600"],
  [600.01, "over_600"],
])("$%d a month is %s", (payment, budget) => expect(findBudget(payment)).toBe(budget));

test("codes are recognised and nothing else", () => {
  expect(BUDGETS.every(isBudget)).toBe(true);
  expect(isBudget("Under $400 / Month")).toBe(false);
});
