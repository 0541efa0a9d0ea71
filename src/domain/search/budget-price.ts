import type { MonthlyRange } from "#values/budget.ts";
import { type CreditBand, ILLUSTRATIVE_RATE_PERCENT } from "#values/credit-band.ts";
import { largestLoan } from "#values/payment.ts";

/** The term that a monthly budget is turned into a price over. Said wherever such a price is used. */
export const BUDGET_TERM_MONTHS = 72;

/**
 * The prices that a monthly budget pays for: the largest loans at the illustrative rate of the
 * credit band over 72 months, before tax and without a down payment, in whole dollars as prices are. `maxCad`
 * null: no upper end.
 */
export function priceRangeOf(
  budget: MonthlyRange,
  creditBand: CreditBand,
): { minCad: number; maxCad: number | null } {
  const priceOf = (paymentCad: number): number => {
    const loan = largestLoan({
      paymentCad,
      ratePercent: ILLUSTRATIVE_RATE_PERCENT[creditBand],
      months: BUDGET_TERM_MONTHS,
      frequency: "monthly",
    });
    return loan.ok ? Math.floor(loan.principalCad) : 0;
  };
  return {
    minCad: priceOf(budget.minCad),
    maxCad: budget.maxCad === null ? null : priceOf(budget.maxCad),
  };
}
