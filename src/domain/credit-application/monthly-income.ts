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
  /** Other income a year and a month were both given, and are not the same amount. */
  otherDisagrees: boolean;
};

/** Two ways to write the same amount differ by rounding at the most. */
const SAME_WITHIN = 0.02;

/** Income before taxes a month; null where none from work was given. */
export function computeMonthlyIncome({
  grossIncome,
  incomeFrequency,
  otherAnnualIncome,
  otherMonthlyIncome,
}: CreditApplicationAnswers): MonthlyIncome | null {
  if (grossIncome === undefined || !isFrequency(incomeFrequency)) return null;
  const workCad = roundToCents((grossIncome * TIMES_A_YEAR[incomeFrequency]) / 12);
  const fromYear = otherAnnualIncome === undefined ? undefined : otherAnnualIncome / 12;
  // The amount a month counts where both stand: it is the one that comes in.
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
