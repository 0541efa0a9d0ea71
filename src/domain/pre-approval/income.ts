/** What a person earns, per hour or per month. */
export type Pay = { hourlyWage?: number; hoursPerWeek?: number; monthlyPay?: number };

const WEEKS = 52;
const MONTHS = 12;

/** The income a year in whole dollars; null while an answer is missing. */
export function computeAnnualIncome({ hourlyWage, hoursPerWeek, monthlyPay }: Pay): number | null {
  if (monthlyPay !== undefined) return Math.round(monthlyPay * MONTHS);
  if (hourlyWage === undefined || hoursPerWeek === undefined) return null;
  return Math.round(hourlyWage * hoursPerWeek * WEEKS);
}

/** The income a month: as answered, else a twelfth of the yearly income. */
export function proposeMonthlyIncome(input: Pay & { annualIncome?: number }): number | null {
  if (input.monthlyPay !== undefined) return input.monthlyPay;
  const annual = input.annualIncome ?? computeAnnualIncome(input);
  return annual === null ? null : Math.round(annual / MONTHS);
}
