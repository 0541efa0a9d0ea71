import { roundToCents } from "#values/money.ts";
import type { CreditApplicationAnswers } from "./credit-application.form.ts";

const TIMES_A_YEAR = {
  weekly: 52,
  biweekly: 26,
  semi_monthly: 24,
  monthly: 12,
  yearly: 1,
} as const;

export type MonthlyIncome = {
  workCad: number;
  otherCad: number;
  totalCad: number;
  /** Other income was given both per year and per month, and the two differ. */
  otherDisagrees: boolean;
};

/** Two amounts that are the same differ at most by rounding. */
const SAME_WITHIN = 0.02;

/** Monthly income before taxes; null if no income from work was given. */
export function computeMonthlyIncome({
  grossIncome,
  incomeFrequency,
  otherAnnualIncome,
  otherMonthlyIncome,
}: CreditApplicationAnswers): MonthlyIncome | null {
  if (grossIncome === undefined || !isFrequency(incomeFrequency)) return null;
  const workCad = roundToCents((grossIncome * TIMES_A_YEAR[incomeFrequency]) / 12);
  const fromYear = otherAnnualIncome === undefined ? undefined : otherAnnualIncome / 12;
  // If both are given, the monthly amount is used, because it is what is actually paid.
  const otherCad = roundToCents(otherMonthlyIncome ?? fromYear ?? 0);
  return {
    workCad,
    otherCad,
    totalCad: roundToCents(workCad + otherCad),
    otherDisagrees:
      otherMonthlyIncome !== undefined &&
      fromYear !== undefined &&
      Math.abs(fromYear - otherMonthlyIncome) >
        SAME_WITHIN * Math.max(fromYear, otherMonthlyIncome),
  };
}

function isFrequency(code: string | undefined): code is keyof typeof TIMES_A_YEAR {
  return code !== undefined && Object.hasOwn(TIMES_A_YEAR, code);
}
