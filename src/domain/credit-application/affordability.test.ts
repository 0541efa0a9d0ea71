import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CREDIT_BANDS, ILLUSTRATIVE_RATE_PERCENT } from "#values/credit-band.ts";
import { CRIMINAL_APR_PERCENT, largestLoan } from "#values/payment.ts";
import { PROVINCES } from "#values/province.ts";
import { estimateTax } from "#values/tax.ts";
import { estimateAffordability } from "./affordability.ts";
import { computeMonthlyIncome } from "./monthly-income.ts";

const person = {
  provinceCode: "ON",
  grossMonthlyCad: 5_000,
  housingCad: 1_250,
  creditBand: "good",
} as const;

/** reference/domain.md §5, "Largest loan". */
test.each([
  [400, 7.99, 72, 22_820.16],
  [499, 14.99, 72, 23_605.01],
  [600, 21.99, 84, 25_619.38],
])("$%d a month at %d %% over %d months carries %d", (paymentCad, ratePercent, months, cad) => {
  const loan = largestLoan({ paymentCad, ratePercent, months, frequency: "monthly" });
  expect(loan).toEqual({ ok: true, principalCad: cad });
});

test("$5,000 a month and $1,250 rent carry $750 comfortably and $1,000 at the most", () => {
  const found = estimateAffordability(person);
  if (!found.ok) throw new Error(found.code);
  const { comfortable, most, ratePercent, months } = found;
  expect({ ratePercent, months }).toEqual({ ratePercent: 9.5, months: 72 });
  // 15 % and 20 % of the income; with the rent 40 % and 45 %.
  expect(comfortable?.quote.paymentCad).toBeCloseTo(750, 0);
  expect(comfortable?.service.debtRatio).toBeCloseTo(0.4, 3);
  expect(most.quote.paymentCad).toBeCloseTo(1_000, 0);
  expect(most.service.level).toBe("stretched");
  expect(most.quote.aprPercent).toBe(9.5);
  expect(most.quote.totalPaidCad).toBeCloseTo(most.quote.paymentCad * 72, 0);
  expect(most.quote.costOfBorrowingCad).toBeCloseTo(most.quote.totalPaidCad - most.principalCad, 2);
  // 13 % HST on top of the price.
  expect(most.priceCad).toBe(Math.floor(most.principalCad / 1.13));
});

describe.each([
  ["in Quebec", { provinceCode: "QC" as const }, "none_in_quebec"],
  ["without an income", { grossMonthlyCad: 0 }, "no_income"],
  ["where the rent takes half", { housingCad: 2_480 }, "nothing_left"],
  ["above 35 %", { ratePercent: CRIMINAL_APR_PERCENT + 0.01 }, "above_legal_rate"],
])("%s", (_name, changed, code) => {
  test("nothing is computed", () => {
    expect(estimateAffordability({ ...person, ...changed })).toEqual({ ok: false, code });
  });
});

test("at 35 % it is still legal, and a high rent leaves only the upper end", () => {
  const found = estimateAffordability({ ...person, ratePercent: 35, housingCad: 1_990 });
  expect(found).toMatchObject({ ok: true, comfortable: null });
});

test("whatever the numbers, the benchmarks, the cap and the taxes hold", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...PROVINCES.filter((each) => each !== "QC")),
      fc.integer({ min: 1, max: 40_000 }),
      fc.integer({ min: 0, max: 20_000 }),
      fc.constantFrom(...CREDIT_BANDS),
      (provinceCode, grossMonthlyCad, housingCad, creditBand) => {
        const found = estimateAffordability({
          provinceCode,
          grossMonthlyCad,
          housingCad,
          creditBand,
        });
        if (!found.ok) return;
        for (const loan of [found.comfortable, found.most]) {
          if (!loan) continue;
          expect(loan.service.debtRatio).toBeLessThanOrEqual(0.5);
          expect(loan.service.paymentRatio).toBeLessThanOrEqual(0.2);
          expect(loan.quote.aprPercent).toBe(ILLUSTRATIVE_RATE_PERCENT[creditBand]);
          expect(loan.quote.aprPercent).toBeLessThanOrEqual(CRIMINAL_APR_PERCENT);
          const taxed = estimateTax({
            province: provinceCode,
            seller: "dealer",
            priceCad: loan.priceCad,
          });
          if (taxed.ok) expect(taxed.totalCad).toBeLessThanOrEqual(loan.principalCad);
        }
        const least = found.comfortable?.quote.paymentCad ?? 0;
        expect(least).toBeLessThanOrEqual(found.most.quote.paymentCad);
      },
    ),
    { numRuns: 300, seed: 9 },
  );
});

test.each([
  [{ grossIncome: 1_200, incomeFrequency: "weekly" }, 5_200, 0],
  [{ grossIncome: 2_400, incomeFrequency: "biweekly" }, 5_200, 0],
  [{ grossIncome: 2_600, incomeFrequency: "semi_monthly" }, 5_200, 0],
  [{ grossIncome: 5_200, incomeFrequency: "monthly" }, 5_200, 0],
  [{ grossIncome: 62_400, incomeFrequency: "yearly", otherAnnualIncome: 6_000 }, 5_200, 500],
  [
    {
      grossIncome: 62_400,
      incomeFrequency: "yearly",
      otherAnnualIncome: 6_000,
      otherMonthlyIncome: 500,
    },
    5_200,
    500,
  ],
] as const)("%j is %d from work and %d beside it, a month", (answers, workCad, otherCad) => {
  expect(computeMonthlyIncome(answers)).toEqual({
    workCad,
    otherCad,
    totalCad: workCad + otherCad,
    otherDisagrees: false,
  });
});

test("other income that is said in two ways is noticed where they differ", () => {
  const answers = { grossIncome: 1, incomeFrequency: "monthly" } as const;
  const both = { ...answers, otherAnnualIncome: 6_000, otherMonthlyIncome: 600 };
  expect(computeMonthlyIncome(both)).toMatchObject({ otherCad: 600, otherDisagrees: true });
  expect(computeMonthlyIncome({ grossIncome: 5_000 })).toBeNull();
});
