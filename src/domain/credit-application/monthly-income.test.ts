import { expect, test } from "vitest";
import { computeMonthlyIncome } from "./monthly-income.ts";

test.each([
  [{ grossIncome: 1_200, incomeFrequency: "weekly" }, 5_200, 0],
  [{ grossIncome: 2_400, incomeFrequency: "biweekly" }, 5_200, 0],
  [{ grossIncome: 2_600, incomeFrequency: "semi_monthly" }, 5_200, 0],
  [{ grossIncome: 5_200, incomeFrequency: "monthly" }, 5_200, 0],
  [{ grossIncome: 62_400, incomeFrequency: "yearly", otherAnnualIncome: 6_000 }, 5_200, 500],
  [
    {
      grossIncome: 62_400,
      incomeFrequency: "yearly",
      otherAnnualIncome: 6_000,
      otherMonthlyIncome: 500,
    },
    5_200,
    500,
  ],
] as const)("%j is %d from work and %d beside it, a month", (answers, workCad, otherCad) => {
  expect(computeMonthlyIncome(answers)).toEqual({
    workCad,
    otherCad,
    totalCad: workCad + otherCad,
    otherDisagrees: false,
  });
});

test("other income that is said in two ways is noticed where they differ", () => {
  const answers = { grossIncome: 1, incomeFrequency: "monthly" } as const;
  const both = { ...answers, otherAnnualIncome: 6_000, otherMonthlyIncome: 600 };
  expect(computeMonthlyIncome(both)).toMatchObject({ otherCad: 600, otherDisagrees: true });
  expect(computeMonthlyIncome({ grossIncome: 5_000 })).toBeNull();
});
