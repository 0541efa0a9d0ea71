import type { CreditFacts } from "#domain/pricing/credit-estimate.ts";
import { isBudget } from "#values/budget.ts";
import { isCreditBand } from "#values/credit-band.ts";
import { type BodyType, bodyTypeFromPreApproval } from "#values/vehicle.ts";
import type { PreApprovalAnswers } from "./pre-approval.form.ts";

/** What a form said of somebody's credit, and the type of car that they asked for. */
export type KnownCredit = {
  facts: CreditFacts;
  /** False where nobody asked for the band: it stands as `none`. */
  isBandTold: boolean;
  bodyType: BodyType | null;
};

/** Null before the questions that an estimate needs are answered: budget, credit and place. */
export function readPreApprovalCredit(answers: PreApprovalAnswers): KnownCredit | null {
  const { budget, creditRating, vehicleLocation: place, carType, homeStatus, rentAmount } = answers;
  if (!isBudget(budget) || !isCreditBand(creditRating) || !place) return null;
  return {
    isBandTold: true,
    bodyType: carType ? bodyTypeFromPreApproval(carType) : null,
    facts: {
      creditBand: creditRating,
      provinceCode: place.province,
      budget,
      incomeCad: answers.monthlyIncome ?? null,
      // "Own" says nothing of a mortgage.
      housingCad: homeStatus === "rent" ? (rentAmount ?? null) : null,
    },
  };
}
