import type { MonthlyRange } from "#values/budget.ts";
import { type CreditBand, ILLUSTRATIVE_RATE_PERCENT } from "#values/credit-band.ts";
import { largestLoan, quoteLoan } from "#values/payment.ts";

/** What every payment beside a price stands on. It is always shown with these (Ontario CPA s. 61). */
export const ESTIMATE = {
  creditBand: "good" satisfies CreditBand,
  ratePercent: ILLUSTRATIVE_RATE_PERCENT.good,
  months: 72,
  frequency: "biweekly",
} as const;

type PaymentEstimate = {
  paymentCad: number;
  aprPercent: number;
  months: number;
  costOfBorrowingCad: number;
};

/**
 * The estimated payment for a listing: the price alone, without tax, down payment or fees. Null for
 * a car in Quebec: its Consumer Protection Act (s. 244) keeps credit terms out of advertising for
 * goods. Where a visitor lives is not known, so the car's own place stands in for it.
 */
export function estimatePayment(listing: {
  priceCad: number;
  provinceCode: string;
}): PaymentEstimate | null {
  if (listing.provinceCode === "QC") return null;
  const quote = quoteLoan({
    principalCad: listing.priceCad,
    ratePercent: ESTIMATE.ratePercent,
    months: ESTIMATE.months,
    frequency: ESTIMATE.frequency,
  });
  if (!quote.ok) return null;
  return {
    paymentCad: quote.paymentCad,
    aprPercent: quote.aprPercent,
    months: ESTIMATE.months,
    costOfBorrowingCad: quote.costOfBorrowingCad,
  };
}

/** Whole dollars, both ends included; null: open. */
type CadRange = { min: number | null; max: number | null };

const HIGHEST_PRICE_CAD = 10_000_000;

/**
 * The prices whose cards show a payment in this range. A card rounds its payment up to the dollar,
 * so "at most $300" is every car that says $300.
 */
export function findPricesForPayments({ min, max }: CadRange): CadRange {
  return {
    min: min === null || min <= 0 ? null : highestPriceBelow(min) + 1,
    max: max === null ? null : highestPriceBelow(max + 1),
  };
}

/** The payment that a card shows for a price, in whole dollars. */
export function computeShownPayment(priceCad: number): number {
  // Any province but Quebec: the estimate is the same.
  const estimate = estimatePayment({ priceCad, provinceCode: "ON" });
  return estimate ? Math.ceil(estimate.paymentCad) : 0;
}

/** The highest price whose shown payment is below an amount; halving, since payments rise with prices. */
function highestPriceBelow(paymentCad: number): number {
  let below = 0;
  let notBelow = HIGHEST_PRICE_CAD;
  while (notBelow - below > 1) {
    const middle = Math.floor((below + notBelow) / 2);
    if (computeShownPayment(middle) < paymentCad) below = middle;
    else notBelow = middle;
  }
  return below;
}

/** The term that a monthly budget is turned into a price over. Said wherever such a price is used. */
export const BUDGET_TERM_MONTHS = 72;

/**
 * The prices that a monthly budget pays for: the largest loans at the illustrative rate of the
 * credit band over 72 months, before tax and without a down payment, in whole dollars as prices are. `maxCad`
 * null: no upper end.
 */
export function computePriceRangeForBudget(
  budget: MonthlyRange,
  creditBand: CreditBand,
): { minCad: number; maxCad: number | null } {
  const findPrice = (paymentCad: number): number => {
    const loan = largestLoan({
      paymentCad,
      ratePercent: ILLUSTRATIVE_RATE_PERCENT[creditBand],
      months: BUDGET_TERM_MONTHS,
      frequency: "monthly",
    });
    return loan.ok ? Math.floor(loan.principalCad) : 0;
  };
  return {
    minCad: findPrice(budget.minCad),
    maxCad: budget.maxCad === null ? null : findPrice(budget.maxCad),
  };
}
