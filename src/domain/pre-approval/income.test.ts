import { expect, test } from "vitest";
import { computeAnnualIncome, type Pay, proposeMonthlyIncome } from "./income.ts";

test.each<[Pay & { annualIncome?: number }, number | null, number | null]>([
  [{ hourlyWage: 25, hoursPerWeek: 40 }, 52_000, 4_333],
  [{ hourlyWage: 17.2, hoursPerWeek: 37.5 }, 33_540, 2_795],
  [{ hourlyWage: 25 }, null, null],
  [{ monthlyPay: 5_400 }, 64_800, 5_400],
  [{}, null, null],
  [{ annualIncome: 64_000 }, null, 5_333],
  // A yearly income that was corrected by hand takes precedence.
  [{ hourlyWage: 25, hoursPerWeek: 40, annualIncome: 60_000 }, 52_000, 5_000],
])("%o is %s a year and %s a month", (input, annual, monthly) => {
  expect(computeAnnualIncome(input)).toBe(annual);
  expect(proposeMonthlyIncome(input)).toBe(monthly);
});
