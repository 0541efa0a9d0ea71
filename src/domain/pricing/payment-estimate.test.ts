import { expect, it } from "vitest";
import { monthlyRange } from "#values/budget.ts";
import {
  estimatePayment,
  computePriceRangeForBudget,
  findPricesForPayments,
  computeShownPayment,
} from "./payment-estimate.ts";

it("estimates biweekly over 72 months at the rate for good credit", () => {
  const estimate = estimatePayment({ priceCad: 25_000, provinceCode: "ON" });
  // r = 9.5 % / 26 and n = 156: 25,000 r / (1 - (1 + r)^-156).
  expect(estimate).toMatchObject({ paymentCad: 210.53, aprPercent: 9.5, months: 72 });
  expect(estimate?.costOfBorrowingCad).toBeCloseTo(210.53 * 156 - 25_000, 2);
});

it("shows none for a car in Quebec", () => {
  expect(estimatePayment({ priceCad: 25_000, provinceCode: "QC" })).toBeNull();
});

it("shows none for a car without a price", () => {
  expect(estimatePayment({ priceCad: 0, provinceCode: "ON" })).toBeNull();
});

it.each([
  [null, 300],
  [150, null],
  [150, 320],
  [169, 169],
])("lets through exactly the prices whose cards show %s to %s", (min, max) => {
  const prices = findPricesForPayments({ min, max });
  const isIn = (priceCad: number) =>
    (prices.min === null || priceCad >= prices.min) &&
    (prices.max === null || priceCad <= prices.max);
  for (let priceCad = 1_000; priceCad < 60_000; priceCad += 37) {
    const paymentCad = computeShownPayment(priceCad);
    const isWanted = (min === null || paymentCad >= min) && (max === null || paymentCad <= max);
    expect([priceCad, isIn(priceCad)]).toEqual([priceCad, isWanted]);
  }
});

it("turns a budget into the largest loan over 72 months at the band's rate", () => {
  const { minCad, maxCad } = computePriceRangeForBudget(monthlyRange("400_499"), "excellent");
  // P = pay × (1 − (1 + r)^−72) / r with r = 6.5 % / 12.
  expect({ minCad, maxCad }).toEqual({ minCad: 23_795, maxCad: 29_684 });
});

it("gives less for a budget as credit worsens", () => {
  const budget = monthlyRange("500_600");
  const prices = (["excellent", "good", "poor"] as const).map(
    (band) => computePriceRangeForBudget(budget, band).maxCad ?? 0,
  );
  expect(prices).toEqual(prices.toSorted((a, b) => b - a));
});

it.each([
  ["under_400", 0, false],
  ["over_600", 600, true],
] as const)("leaves a price open where the budget %s is", (budget, minMonthly, isOpen) => {
  const { minCad, maxCad } = computePriceRangeForBudget(monthlyRange(budget), "good");
  expect(minCad > 0).toBe(minMonthly > 0);
  expect(maxCad === null).toBe(isOpen);
});
