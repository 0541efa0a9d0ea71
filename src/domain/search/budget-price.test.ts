import { expect, it } from "vitest";
import { monthlyRange } from "#values/budget.ts";
import { priceRangeOf } from "./budget-price.ts";

it("is the largest loan over 72 months at the band's rate", () => {
  const { minCad, maxCad } = priceRangeOf(monthlyRange("400_499"), "excellent");
  // P = pay × (1 − (1 + r)^−72) / r with r = 6.5 % / 12.
  expect({ minCad, maxCad }).toEqual({ minCad: 23_795, maxCad: 29_684 });
});

it("shrinks as credit worsens", () => {
  const budget = monthlyRange("500_600");
  const prices = (["excellent", "good", "poor"] as const).map(
    (band) => priceRangeOf(budget, band).maxCad ?? 0,
  );
  expect(prices).toEqual(prices.toSorted((a, b) => b - a));
});

it.each([
  ["under_400", 0, false],
  ["over_600", 600, true],
] as const)("is open at the ends of %s", (budget, minMonthly, isOpen) => {
  const { minCad, maxCad } = priceRangeOf(monthlyRange(budget), "good");
  expect(minCad > 0).toBe(minMonthly > 0);
  expect(maxCad === null).toBe(isOpen);
});
