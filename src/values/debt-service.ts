/**
 * Benchmarks that lenders commonly use, not rules: debts including housing are comfortable up to 40
 * % of gross income and refused above 50 %; a car payment should stay within 15 to 20 %.
 */
export const DEBT_SERVICE_BENCHMARKS = {
  debtRatio: { comfortable: 0.4, limit: 0.5 },
  paymentRatio: { comfortable: 0.15, limit: 0.2 },
} as const;

export type DebtServiceLevel = "comfortable" | "stretched" | "above_benchmark";

export type DebtService = {
  ok: true;
  /** (Housing + debts + new payment) / gross monthly income, as a fraction. */
  debtRatio: number;
  /** New payment / gross monthly income, as a fraction. */
  paymentRatio: number;
  /** The worse level of the two ratios. */
  level: DebtServiceLevel;
};

/**
 * All amounts in dollars a month. Returns `no_income` without an income, because both ratios are
 * relative to it.
 */
export function debtService(person: {
  grossIncomeCad: number;
  housingCad: number;
  debtsCad: number;
  newPaymentCad: number;
}): DebtService | { ok: false; code: "no_income" } {
  const { grossIncomeCad, housingCad, debtsCad, newPaymentCad } = person;
  if (!(grossIncomeCad > 0)) return { ok: false, code: "no_income" };
  const debtRatio = (housingCad + debtsCad + newPaymentCad) / grossIncomeCad;
  const paymentRatio = newPaymentCad / grossIncomeCad;
  const { debtRatio: debt, paymentRatio: payment } = DEBT_SERVICE_BENCHMARKS;
  const level =
    debtRatio > debt.limit || paymentRatio > payment.limit
      ? "above_benchmark"
      : debtRatio > debt.comfortable || paymentRatio > payment.comfortable
        ? "stretched"
        : "comfortable";
  return { ok: true, debtRatio, paymentRatio, level };
}
