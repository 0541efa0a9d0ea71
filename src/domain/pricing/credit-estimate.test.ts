import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BUDGETS, monthlyRange } from "#values/budget.ts";
import { DEFAULT_FACTS } from "#site/site-facts.ts";
import { CREDIT_BANDS } from "#values/credit-band.ts";
import { debtService } from "#values/debt-service.ts";
import { LOAN_MONTHS, USUAL_LOAN } from "#values/loan-choice.ts";
import { largestLoan } from "#values/payment.ts";
import { PROVINCES } from "#values/province.ts";
import { estimateTax } from "#values/tax.ts";
import {
  type CreditFacts,
  estimateCredit,
  findEstimateChanges,
  findPaymentTerms,
  findSearchedPayment,
  convertPayment,
} from "./credit-estimate.ts";

const PERSON: CreditFacts = {
  creditBand: "good",
  provinceCode: "ON",
  budget: null,
  incomeCad: 5_000,
  housingCad: 1_250,
  loan: USUAL_LOAN,
};

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
  const { ratePercent, loan, comfortable, highest } = estimateCredit(PERSON);
  expect({ ratePercent, loan }).toEqual({ ratePercent: 9.5, loan: USUAL_LOAN });
  // 15 % and 20 % of the income; with the rent 40 % and 45 %.
  expect(comfortable?.paymentCad).toBe(750);
  expect(highest?.paymentCad).toBe(1_000);
  // 13 % HST on top of the price.
  expect(highest?.priceCad).toBe(Math.floor(highest!.principalCad / 1.13));
});

test("a down payment and a term change what a payment pays for, and not the payment", () => {
  const loan = { downCad: 5_000, months: 48 };
  const { comfortable } = estimateCredit({ ...PERSON, loan });
  // $750 a month over 48 months at 9.5 % is $29,852.
  expect(comfortable).toEqual({
    paymentCad: 750,
    principalCad: 29_852,
    priceCad: Math.floor(34_852 / 1.13),
  });
  expect(findPaymentTerms(estimateCredit({ ...PERSON, loan }), null)).toMatchObject(loan);
  expect(findPaymentTerms(null, null, loan)).toMatchObject(loan);
});

test.each<[string, Partial<CreditFacts>, comfortable: number | null, searched: number | null]>([
  ["a budget alone", { incomeCad: null, budget: "400_499" }, 499, 499],
  ["a budget without an end", { incomeCad: null, budget: "over_600" }, null, null],
  ["less named than would be comfortable", { budget: "under_400" }, 400, 400],
  [
    "more named than is comfortable",
    { incomeCad: 2_000, housingCad: 0, budget: "400_499" },
    300,
    300,
  ],
  ["a rent that leaves only the upper end", { housingCad: 1_990 }, 0, 510],
  ["a rent that takes half", { housingCad: 2_480, budget: "400_499" }, 0, 0],
  ["no income", { incomeCad: 0 }, null, null],
])("%s", (_name, facts, comfortable, searched) => {
  const estimate = estimateCredit({ ...PERSON, ...facts });
  expect(estimate.comfortable?.paymentCad ?? null).toBe(comfortable);
  expect(findSearchedPayment(estimate)).toBe(searched);
});

test("whatever the numbers, the budget, the benchmarks and the taxes hold", () => {
  fc.assert(
    fc.property(
      fc.record({
        provinceCode: fc.constantFrom(...PROVINCES),
        creditBand: fc.constantFrom(...CREDIT_BANDS),
        budget: fc.constantFrom(null, ...BUDGETS),
        incomeCad: fc.integer({ min: 1, max: 40_000 }),
        housingCad: fc.integer({ min: 0, max: 20_000 }),
        loan: fc.record({
          downCad: fc.integer({ min: 0, max: 50_000 }),
          months: fc.constantFrom(...LOAN_MONTHS),
        }),
      }),
      (facts) => {
        const estimate = estimateCredit(facts);
        expect(estimate.ratePercent).toBe(DEFAULT_FACTS.ratePercent[facts.creditBand]);
        const named = (facts.budget && monthlyRange(facts.budget).maxCad) ?? Infinity;
        expect(estimate.comfortable?.paymentCad ?? 0).toBeLessThanOrEqual(named);
        for (const carried of [estimate.comfortable, estimate.highest]) {
          if (!carried || carried.paymentCad === 0) continue;
          const service = debtService({
            grossIncomeCad: facts.incomeCad,
            housingCad: facts.housingCad,
            debtsCad: 0,
            newPaymentCad: carried.paymentCad,
          });
          if (!service.ok) throw new Error(service.code);
          expect(service.debtRatio).toBeLessThanOrEqual(0.5);
          expect(service.paymentRatio).toBeLessThanOrEqual(0.2);
          const { provinceCode: province } = facts;
          const taxed = estimateTax({ province, seller: "dealer", priceCad: carried.priceCad }, []);
          const paidCad = carried.principalCad + facts.loan.downCad;
          if (taxed.ok) expect(taxed.totalCad).toBeLessThanOrEqual(paidCad);
        }
      },
    ),
    { numRuns: 300, seed: 9 },
  );
});

describe("how often a payment is said", () => {
  const estimate = estimateCredit(PERSON);

  test.each([
    [null, null, { frequency: "biweekly", ratePercent: 14.5, provinceCode: null }],
    [null, "monthly", { frequency: "monthly", provinceCode: null }],
    [estimate, null, { frequency: "monthly", provinceCode: "ON" }],
    [estimate, "biweekly", { frequency: "biweekly", ratePercent: 9.5 }],
  ] as const)("%#", (whose, chosen, terms) => {
    expect(findPaymentTerms(whose, chosen)).toMatchObject(terms);
  });

  test("it is the same loan either way", () => {
    expect(convertPayment(750, findPaymentTerms(estimate, "monthly"))).toBe(750);
    // 750 a month at 9.5 % over 72 months is 41,050; 41,050 r / (1 - (1 + r)^-156), r = 9.5 % / 26.
    expect(convertPayment(750, findPaymentTerms(estimate, "biweekly"))).toBe(346);
  });
});

test.each<[string, Parameters<typeof findEstimateChanges>[0], Partial<CreditFacts>, unknown[]]>([
  ["nothing", { ratePercent: 9.5, comfortableCad: 499 }, { budget: "400_499" }, []],
  [
    "an income",
    { ratePercent: 9.5, comfortableCad: 499 },
    { budget: "400_499", incomeCad: 2_000, housingCad: 300 },
    [{ what: "comfortable", by: "income", from: 499, to: 300 }],
  ],
  [
    "housing beside it",
    { ratePercent: 9.5, comfortableCad: 499 },
    { budget: "400_499", incomeCad: 2_000, housingCad: 600 },
    [{ what: "comfortable", by: "housing", from: 499, to: 200 }],
  ],
  [
    "another budget and another band",
    { ratePercent: 14.5, comfortableCad: 300 },
    { budget: "500_600" },
    [
      { what: "rate", from: 14.5, to: 9.5 },
      { what: "comfortable", by: "budget", from: 300, to: 600 },
    ],
  ],
  ["what had no end before", { ratePercent: 9.5, comfortableCad: null }, {}, []],
])("%s moves it", (_name, before, facts, moves) => {
  expect(findEstimateChanges(before, { ...PERSON, ...facts })).toEqual(moves);
});
