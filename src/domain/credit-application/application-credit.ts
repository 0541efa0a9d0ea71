import { type KnownCredit, readLoan, writeLoan } from "#domain/pre-approval/pre-approval-credit.ts";
import { estimateCredit } from "#domain/pricing/credit-estimate.ts";
import { isBudget } from "#values/budget.ts";
import { isCreditBand } from "#values/credit-band.ts";
import { isBodyType } from "#values/vehicle.ts";
import type { CreditApplicationAnswers } from "./credit-application.form.ts";
import { computeMonthlyIncome } from "./monthly-income.ts";

/**
 * Null before the province is answered. What this form does not ask was copied from earlier answers
 * (`carryCredit`).
 */
export function readApplicationCredit(answers: CreditApplicationAnswers): KnownCredit | null {
  const { province, creditRating, budget, carType, mortgageRentAmount } = answers;
  if (!province) return null;
  return {
    isBandStated: creditRating !== undefined,
    bodyType: isBodyType(carType) ? carType : null,
    facts: {
      creditBand: isCreditBand(creditRating) ? creditRating : "none",
      provinceCode: province,
      budget: isBudget(budget) ? budget : null,
      incomeCad: computeMonthlyIncome(answers)?.totalCad ?? null,
      housingCad: mortgageRentAmount ?? null,
      loan: readLoan(answers),
    },
  };
}

/**
 * The earlier answers to copy into an application, so that its rate is the applicant's own wherever
 * it is read and whoever reads it. The payment is the one that they were shown before.
 */
export function carryCredit(known: KnownCredit): CreditApplicationAnswers {
  const { facts, bodyType, isBandStated } = known;
  const { comfortable } = estimateCredit(facts);
  return {
    creditRating: isBandStated ? facts.creditBand : undefined,
    budget: facts.budget ?? undefined,
    carType: bodyType ?? undefined,
    comfortablePayment: comfortable?.paymentCad,
    ...writeLoan(facts.loan),
  };
}
