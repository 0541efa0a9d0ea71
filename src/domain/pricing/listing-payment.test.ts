import { expect, it } from "vitest";
import { estimatePayment } from "./listing-payment.ts";

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
