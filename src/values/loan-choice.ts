/** What somebody puts down for a car, in dollars, and over how many months they pay the rest. */
export type LoanChoice = { downCad: number; months: number };

export const LOAN_MONTHS = [48, 60, 72, 84] as const;

/** What payments stand on until somebody chooses. */
export const USUAL_LOAN: LoanChoice = { downCad: 0, months: 72 };

/** The names of its two controls, of the parameters of an address and of a post. */
export const LOAN_FIELDS = { down: "down", months: "term" } as const;

/** As a cookie has it: "2500_60". */
export function formatLoanChoice({ downCad, months }: LoanChoice): string {
  return `${downCad}_${months}`;
}

/** Undefined for what no `formatLoanChoice` wrote. */
export function parseLoanChoice(text: string | undefined): LoanChoice | undefined {
  const [, down, term] = /^(\d{1,8}(?:\.\d{1,2})?)_(\d{2})$/.exec(text ?? "") ?? [];
  const months = LOAN_MONTHS.find((each) => String(each) === term);
  return down && months ? { downCad: Number(down), months } : undefined;
}
