import { roundToCents } from "./money.ts";

const PAYMENTS_PER_YEAR = {
  weekly: 52,
  biweekly: 26,
  semi_monthly: 24,
  monthly: 12,
} as const;
export type PaymentFrequency = keyof typeof PAYMENTS_PER_YEAR;
export const PAYMENT_FREQUENCIES = ["weekly", "biweekly", "semi_monthly", "monthly"] as const;

/**
 * Criminal Code s. 347 and SOR/2024-114: since 2025-01-01 a consumer loan above 35 % APR, fees
 * included, may not be offered. Nothing above it is computed or shown.
 */
export const CRIMINAL_APR_PERCENT = 35;

type LoanTerms = {
  /**
   * The nominal annual rate at the payment frequency; semi-annual compounding is only for
   * mortgages.
   */
  ratePercent: number;
  months: number;
  frequency: PaymentFrequency;
};

export type LoanQuote = {
  ok: true;
  paymentCad: number;
  paymentCount: number;
  /**
   * Including fees, by the Cost of Borrowing Regulations. Must be shown at least as prominently as
   * the rate.
   */
  aprPercent: number;
  totalPaidCad: number;
  costOfBorrowingCad: number;
};

type LoanRefusal = { ok: false; code: "not_a_loan" | "above_criminal_rate" };

/**
 * The cost of a loan. `principalCad` is the whole amount owed; `feesCad` is the part of it that the
 * borrower does not receive. An estimate only: a lender decides.
 */
export function quoteLoan(
  loan: LoanTerms & { principalCad: number; feesCad?: number },
): LoanQuote | LoanRefusal {
  const { principalCad, feesCad = 0 } = loan;
  const receivedCad = principalCad - feesCad;
  if (!areTerms(loan) || !(principalCad > 0) || !(feesCad >= 0) || !(receivedCad > 0)) {
    return { ok: false, code: "not_a_loan" };
  }
  const paymentCount = countPayments(loan);
  const exactPayment = principalCad / annuityFactor(ratePerPayment(loan), paymentCount);
  const aprPercent = feesCad > 0 ? solveApr(receivedCad, exactPayment, loan) : loan.ratePercent;
  if (!(aprPercent <= CRIMINAL_APR_PERCENT)) return { ok: false, code: "above_criminal_rate" };

  const paymentCad = roundToCents(exactPayment);
  // The last payment makes up for cents lost to rounding, so that at least the loan is repaid.
  const totalPaidCad = Math.max(roundToCents(paymentCad * paymentCount), principalCad);
  const costOfBorrowingCad = roundToCents(totalPaidCad - receivedCad);
  return { ok: true, paymentCad, paymentCount, aprPercent, totalPaidCad, costOfBorrowingCad };
}

/** The largest loan without fees that a payment can repay, in dollars rounded to the cent. */
export function largestLoan(
  loan: LoanTerms & { paymentCad: number },
): { ok: true; principalCad: number } | LoanRefusal {
  if (!areTerms(loan) || !(loan.paymentCad > 0)) return { ok: false, code: "not_a_loan" };
  if (loan.ratePercent > CRIMINAL_APR_PERCENT) return { ok: false, code: "above_criminal_rate" };
  const factor = annuityFactor(ratePerPayment(loan), countPayments(loan));
  return { ok: true, principalCad: roundToCents(loan.paymentCad * factor) };
}

function areTerms({ ratePercent, months, frequency }: LoanTerms): boolean {
  return (
    ratePercent >= 0 && months >= 1 && months <= 600 && Object.hasOwn(PAYMENTS_PER_YEAR, frequency)
  );
}

function countPayments({ months, frequency }: LoanTerms): number {
  return Math.round((months / 12) * PAYMENTS_PER_YEAR[frequency]);
}

function ratePerPayment({ ratePercent, frequency }: LoanTerms): number {
  return ratePercent / 100 / PAYMENTS_PER_YEAR[frequency];
}

/** The ratio of a loan to its payment at this rate: payment × factor = principal. */
function annuityFactor(rate: number, count: number): number {
  // expm1 and log1p stay exact for a tiny rate, for which 1 − (1 + r)^−n would lose digits.
  return rate === 0 ? count : -Math.expm1(-count * Math.log1p(rate)) / rate;
}

/**
 * SOR/2002-263 s. 3 gives APR = C / (T × P) × 100 with P the average principal, which is the rate
 * at which the payments repay what was received. Found by bisection: the factor falls as the rate
 * rises.
 */
function solveApr(receivedCad: number, payment: number, loan: LoanTerms): number {
  const count = countPayments(loan);
  let low = ratePerPayment(loan);
  let high = 1;
  while (annuityFactor(high, count) * payment > receivedCad) high *= 2;
  for (let step = 0; step < 100; step += 1) {
    const middle = (low + high) / 2;
    if (annuityFactor(middle, count) * payment > receivedCad) low = middle;
    else high = middle;
  }
  return high * PAYMENTS_PER_YEAR[loan.frequency] * 100;
}
