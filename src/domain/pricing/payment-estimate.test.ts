import { describe, expect, it } from "vitest";
import { PROVINCES } from "#values/province.ts";
import {
  computeShownPayment,
  ESTIMATE,
  estimatePayment,
  findBudgetTerms,
  findPricesForPayments,
} from "./payment-estimate.ts";

const car = { priceCad: 25_000, provinceCode: "ON", isDealer: true } as const;

it("estimates biweekly over 72 months at the rate for good credit, sales tax included", () => {
  const estimate = estimatePayment(car);
  // r = 9.5 % / 26 and n = 156: 28,250 r / (1 - (1 + r)^-156).
  expect(estimate).toMatchObject({
    paymentCad: 237.9,
    aprPercent: 9.5,
    months: 72,
    frequency: "biweekly",
    taxes: [{ tax: "hst", ratePercent: 13 }],
  });
  expect(estimate?.costOfBorrowingCad).toBeCloseTo(237.9 * 156 - 28_250, 2);
});

it("takes the tax of the buyer's province and of who sells", () => {
  const inAlberta = findBudgetTerms("good", "AB");
  expect(estimatePayment(car, inAlberta)?.taxes).toEqual([{ tax: "gst", ratePercent: 5 }]);
  expect(estimatePayment({ ...car, isDealer: false }, inAlberta)?.taxes).toEqual([]);
});

it("gives a monthly payment that rises as credit worsens", () => {
  const payments = (["excellent", "good", "poor"] as const).map((band) =>
    computeShownPayment(car, findBudgetTerms(band, "ON")),
  );
  // P = 28,250, n = 72, r = 6.5 %, 9.5 % and 22.9 % / 12.
  expect(payments).toEqual([475, 517, 725]);
});

it.each([
  ["for a car in Quebec", { provinceCode: "QC" as const }, ESTIMATE],
  ["for a buyer in Quebec", {}, findBudgetTerms("good", "QC")],
  ["for a car without a price", { priceCad: 0 }, ESTIMATE],
])("shows none %s", (_, given, terms) => {
  expect(estimatePayment({ ...car, ...given }, terms)).toBeNull();
});

describe.each([
  ["nobody in particular", ESTIMATE],
  ["a buyer in Alberta with poor credit", findBudgetTerms("poor", "AB")],
])("for %s", (_, terms) => {
  it.each([
    [null, 300],
    [150, null],
    [150, 320],
    [169, 169],
  ])("lets through exactly the prices whose cards show %s to %s", (min, max) => {
    const found = findPricesForPayments({ min, max }, terms);
    const wrong: unknown[] = [];
    for (const provinceCode of PROVINCES)
      for (const isDealer of [true, false])
        for (let priceCad = 1_000; priceCad < 60_000; priceCad += 487) {
          const shown = computeShownPayment({ priceCad, provinceCode, isDealer }, terms);
          const isWanted =
            shown > 0 && (min === null || shown >= min) && (max === null || shown <= max);
          const isIn = found.some(
            ({ prices, cars }) =>
              cars.some(
                (each) => each.provinceCode === provinceCode && each.isDealer === isDealer,
              ) &&
              (prices.min === null || priceCad >= prices.min) &&
              (prices.max === null || priceCad <= prices.max),
          );
          if (isIn !== isWanted) wrong.push({ provinceCode, isDealer, priceCad, shown });
        }
    expect(wrong).toEqual([]);
  });
});

it("searches by a budget in Quebec too, where no payment is named", () => {
  const terms = findBudgetTerms("good", "QC");
  expect(findPricesForPayments({ min: null, max: 400 }, terms)).toEqual([]);
  const searched = findPricesForPayments({ min: null, max: 400 }, terms, { namesPayments: false });
  expect(searched.flatMap(({ cars }) => cars)).toHaveLength(2 * PROVINCES.length);
});
