import {
  type KnownCredit,
  readPreApprovalCredit,
  withLoan,
} from "#domain/pre-approval/pre-approval-credit.ts";
import { findNearbyCars, type NearbyCars } from "#domain/pre-approval/nearby-cars.server.ts";
import type { PreApprovalAnswers } from "#domain/pre-approval/pre-approval.form.ts";
import { type CreditEstimate, estimateCredit } from "#domain/pricing/credit-estimate.ts";
import type { Within } from "#domain/search/nearby-cars.ts";
import type { LoanChoice } from "#values/loan-choice.ts";

export type Matches = { cars: NearbyCars; known: KnownCredit; estimate: CreditEstimate };

/**
 * The cars that the answers ask for, by a real search of the inventory by type, estimate and
 * location, and the estimate that their payments are based on. Null before these questions are
 * answered.
 */
export async function findMatches(
  answers: PreApprovalAnswers,
  { loan, within = null }: { loan?: LoanChoice | undefined; within?: Within },
): Promise<Matches | null> {
  const answered = readPreApprovalCredit(answers);
  const { vehicleLocation: location } = answers;
  if (!answered || !location) return null;
  const known = withLoan(answered, loan);
  const estimate = estimateCredit(known.facts);
  const search = {
    bodyType: known.bodyType ?? "sedan",
    estimate,
    lat: location.lat ?? null,
    lon: location.lon ?? null,
  };
  return { cars: await findNearbyCars(search, within), known, estimate };
}
