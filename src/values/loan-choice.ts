/**
 * A person's down payment for a car, in dollars, and the number of months over which they pay the
 * rest.
 */
export type LoanChoice = { downCad: number; months: number };

export const LOAN_MONTHS = [48, 60, 72, 84] as const;

/** The terms of payments until the person chooses others. */
export const USUAL_LOAN: LoanChoice = { downCad: 0, months: 72 };

/** The names of its two controls, which are also those of the query parameters and of the post. */
export const LOAN_FIELDS = { down: "down", months: "term" } as const;

/** The value in a cookie: "2500_60". */
export function formatLoanChoice({ downCad, months }: LoanChoice): string {
  return `${downCad}_${months}`;
}

/** Undefined for a text that `formatLoanChoice` cannot have written. */
export function parseLoanChoice(text: string | undefined): LoanChoice | undefined {
  const [, down, term] = /^(\d{1,8}(?:\.\d{1,2})?)_(\d{2})$/.exec(text ?? "") ?? [];
  const months = LOAN_MONTHS.find((each) => String(each) === term);
  return down && months ? { downCad: Number(down), months } : undefined;
}
