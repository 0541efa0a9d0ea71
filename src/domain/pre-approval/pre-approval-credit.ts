import type { CreditFacts } from "#domain/pricing/credit-estimate.ts";
import { isBudget } from "#values/budget.ts";
import { isCreditBand } from "#values/credit-band.ts";
import { type LoanChoice, LOAN_MONTHS, USUAL_LOAN } from "#values/loan-choice.ts";
import { type BodyType, bodyTypeFromPreApproval } from "#values/vehicle.ts";
import type { PreApprovalAnswers } from "./pre-approval.form.ts";

/** What a form said about a person's credit, and the type of car that they want. */
export type KnownCredit = {
  facts: CreditFacts;
  /** False if nobody asked for the credit band: then it is `none`. */
  isBandStated: boolean;
  bodyType: BodyType | null;
};

/** Null until the questions that an estimate needs are answered: budget, credit and location. */
export function readPreApprovalCredit(answers: PreApprovalAnswers): KnownCredit | null {
  const {
    budget,
    creditRating,
    vehicleLocation: location,
    carType,
    homeStatus,
    rentAmount,
  } = answers;
  if (!isBudget(budget) || !isCreditBand(creditRating) || !location) return null;
  return {
    isBandStated: true,
    bodyType: carType ? bodyTypeFromPreApproval(carType) : null,
    facts: {
      creditBand: creditRating,
      provinceCode: location.province,
      budget,
      incomeCad: answers.monthlyIncome ?? null,
      // "Own" does not say whether there is a mortgage.
      housingCad: homeStatus === "rent" ? (rentAmount ?? null) : null,
      loan: readLoan(answers),
    },
  };
}

/**
 * The loan that was chosen in the browser when the form was sent; the form has no question about
 * it.
 */
type SentLoan = Pick<PreApprovalAnswers, "downPayment" | "loanMonths">;

export function readLoan({ downPayment, loanMonths }: SentLoan): LoanChoice {
  return {
    downCad: downPayment ?? USUAL_LOAN.downCad,
    months: LOAN_MONTHS.find((each) => each === loanMonths) ?? USUAL_LOAN.months,
  };
}

/** The loan for a form that is sent: each value only if it is not the default. */
export function writeLoan({ downCad, months }: LoanChoice): SentLoan {
  return {
    downPayment: downCad === USUAL_LOAN.downCad ? undefined : downCad,
    loanMonths: months === USUAL_LOAN.months ? undefined : months,
  };
}

/** The loan chosen in this browser now takes precedence over the one in the sent form. */
export function withLoan(known: KnownCredit, loan: LoanChoice | undefined): KnownCredit {
  return loan ? { ...known, facts: { ...known.facts, loan } } : known;
}
