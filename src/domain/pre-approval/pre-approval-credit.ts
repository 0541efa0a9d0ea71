import type { CreditFacts } from "#domain/pricing/credit-estimate.ts";
import { isBudget } from "#values/budget.ts";
import { isCreditBand } from "#values/credit-band.ts";
import { type LoanChoice, LOAN_MONTHS, USUAL_LOAN } from "#values/loan-choice.ts";
import { type BodyType, bodyTypeFromPreApproval } from "#values/vehicle.ts";
import type { PreApprovalAnswers } from "./pre-approval.form.ts";

/** What a form said of somebody's credit, and the type of car that they asked for. */
export type KnownCredit = {
  facts: CreditFacts;
  /** False where nobody asked for the band: it stands as `none`. */
  isBandStated: boolean;
  bodyType: BodyType | null;
};

/** Null before the questions that an estimate needs are answered: budget, credit and place. */
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
      // "Own" says nothing of a mortgage.
      housingCad: homeStatus === "rent" ? (rentAmount ?? null) : null,
      loan: readLoan(answers),
    },
  };
}

/** What somebody had chosen beside a payment when they sent a form; nobody is asked it there. */
type SentLoan = Pick<PreApprovalAnswers, "downPayment" | "loanMonths">;

export function readLoan({ downPayment, loanMonths }: SentLoan): LoanChoice {
  return {
    downCad: downPayment ?? USUAL_LOAN.downCad,
    months: LOAN_MONTHS.find((each) => each === loanMonths) ?? USUAL_LOAN.months,
  };
}

/** For a form that is sent: each where it is not the usual. */
export function writeLoan({ downCad, months }: LoanChoice): SentLoan {
  return {
    downPayment: downCad === USUAL_LOAN.downCad ? undefined : downCad,
    loanMonths: months === USUAL_LOAN.months ? undefined : months,
  };
}

/** What is chosen in this browser counts before what was when the form was sent. */
export function withLoan(known: KnownCredit, loan: LoanChoice | undefined): KnownCredit {
  return loan ? { ...known, facts: { ...known.facts, loan } } : known;
}
