/** What somebody earns, in the unit that they count it in. */
export type Pay = { hourlyWage?: number; hoursPerWeek?: number; monthlyPay?: number };

const WEEKS = 52;
const MONTHS = 12;

/** What a year of it comes to, in whole dollars; null while something of it is missing. */
export function computeAnnualIncome({ hourlyWage, hoursPerWeek, monthlyPay }: Pay): number | null {
  if (monthlyPay !== undefined) return Math.round(monthlyPay * MONTHS);
  if (hourlyWage === undefined || hoursPerWeek === undefined) return null;
  return Math.round(hourlyWage * hoursPerWeek * WEEKS);
}

/** A month of it: as it was said, else a twelfth of the year. */
export function proposeMonthlyIncome(input: Pay & { annualIncome?: number }): number | null {
  if (input.monthlyPay !== undefined) return input.monthlyPay;
  const annual = input.annualIncome ?? computeAnnualIncome(input);
  return annual === null ? null : Math.round(annual / MONTHS);
}
