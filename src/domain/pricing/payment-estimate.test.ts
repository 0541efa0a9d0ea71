import { describe, expect, it } from "vitest";
import type { CreditBand } from "#values/credit-band.ts";
import { PROVINCES, type ProvinceCode } from "#values/province.ts";
import {
  computeShownPayment,
  defaultPaymentTerms,
  estimatePayment,
  findBudgetTerms,
  findPricesForPayments,
} from "./payment-estimate.ts";

const STRANGER = { ...defaultPaymentTerms(), locale: "en" } as const;
const shownTo = (band: CreditBand, provinceCode: ProvinceCode) =>
  ({ ...findBudgetTerms(band, provinceCode), locale: "en" }) as const;
const car = { priceCad: 25_000, provinceCode: "ON", isDealer: true } as const;

it("estimates biweekly over 72 months at the rate of the middle band, sales tax included", () => {
  const estimate = estimatePayment(car, STRANGER);
  // r = 14.5 % / 26 and n = 156: 28,250 r / (1 - (1 + r)^-156).
  expect(estimate).toMatchObject({
    paymentCad: 271.62,
    aprPercent: 14.5,
    months: 72,
    frequency: "biweekly",
    taxes: [{ tax: "hst", ratePercent: 13 }],
  });
  expect(estimate?.costOfBorrowingCad).toBeCloseTo(271.62 * 156 - 28_250, 2);
});

it("takes the tax of the buyer's province and of who sells", () => {
  const inAlberta = shownTo("good", "AB");
  expect(estimatePayment(car, inAlberta)?.taxes).toEqual([{ tax: "gst", ratePercent: 5 }]);
  expect(estimatePayment({ ...car, isDealer: false }, inAlberta)?.taxes).toEqual([]);
});

it("takes what is put down off what is borrowed, and nothing of what is more than the car", () => {
  const pay = (downCad: number, months: number) =>
    estimatePayment(car, { ...STRANGER, downCad, months });
  // 23,250 r / (1 - (1 + r)^-130), r = 14.5 % / 26.
  expect(pay(5_000, 60)).toMatchObject({ paymentCad: 251.92, downCad: 5_000, months: 60 });
  expect(pay(28_250, 60)).toMatchObject({ paymentCad: 0, costOfBorrowingCad: 0 });
  expect(pay(90_000, 60)).toMatchObject({ paymentCad: 0 });
});

it("gives a monthly payment that rises as credit worsens", () => {
  const payments = (["excellent", "good", "poor"] as const).map((band) =>
    computeShownPayment(car, shownTo(band, "ON")),
  );
  // P = 28,250, n = 72, r = 6.5 %, 9.5 % and 22.9 % / 12.
  expect(payments).toEqual([475, 517, 725]);
});

it.each([
  ["for a car in Quebec", { provinceCode: "QC" as const }, STRANGER],
  ["for a buyer in Quebec", {}, shownTo("good", "QC")],
  ["in French to somebody of an unknown province", {}, { ...STRANGER, locale: "fr" as const }],
  ["for a car without a price", { priceCad: 0 }, STRANGER],
])("shows none %s", (_, input, terms) => {
  expect(estimatePayment({ ...car, ...input }, terms)).toBeNull();
});

describe.each([
  ["nobody in particular", STRANGER],
  ["a buyer in Alberta with poor credit", shownTo("poor", "AB")],
  ["somebody with $5,000 down over 48 months", { ...STRANGER, downCad: 5_000, months: 48 }],
])("for %s", (_, terms) => {
  it.each([
    [null, 300],
    [150, null],
    [150, 320],
    [193, 193],
  ])("lets through exactly the prices whose cards show %s to %s", (min, max) => {
    const found = findPricesForPayments({ min, max }, terms, { namedTo: "en" });
    const wrong: unknown[] = [];
    for (const provinceCode of PROVINCES)
      for (const isDealer of [true, false])
        for (let priceCad = 1_000; priceCad < 60_000; priceCad += 487) {
          const shown = computeShownPayment({ priceCad, provinceCode, isDealer }, terms);
          // 0 is of a car that the down payment pays for, and of one that shows no payment.
          const isShown = shown > 0 || (terms.downCad > 0 && provinceCode !== "QC");
          const isWanted =
            isShown && (min === null || shown >= min) && (max === null || shown <= max);
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
  const find = (namedTo: "en" | null) =>
    findPricesForPayments({ min: null, max: 400 }, terms, { namedTo });
  expect(find("en")).toEqual([]);
  const searched = find(null);
  expect(searched.flatMap(({ cars }) => cars)).toHaveLength(2 * PROVINCES.length);
});
