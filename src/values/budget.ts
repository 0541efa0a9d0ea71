/** What a person can pay a month: the four options of the pre-approval form (SPEC.md §5). */
export const BUDGETS = ["under_400", "400_499", "500_600", "over_600"] as const;
export type Budget = (typeof BUDGETS)[number];

/** Dollars a month. `maxCad` is null if the person named no maximum. */
export type MonthlyRange = { minCad: number; maxCad: number | null };

const RANGES: Readonly<Record<Budget, MonthlyRange>> = {
  under_400: { minCad: 0, maxCad: 400 },
  "400_499": { minCad: 400, maxCad: 499 },
  "500_600": { minCad: 500, maxCad: 600 },
  over_600: { minCad: 600, maxCad: null },
};

export function isBudget(value: unknown): value is Budget {
  return BUDGETS.some((budget) => budget === value);
}

export function monthlyRange(budget: Budget): MonthlyRange {
  return RANGES[budget];
}

/** The option of a monthly payment; $400.00 is no longer "under $400". */
export function findBudget(monthlyPaymentCad: number): Budget {
  if (monthlyPaymentCad < 400) return "under_400";
  if (monthlyPaymentCad < 500) return "400_499";
  return monthlyPaymentCad <= 600 ? "500_600" : "over_600";
}
