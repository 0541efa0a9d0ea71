import { type KnownCredit, readPreApprovalCredit } from "#domain/pre-approval/credit-facts.ts";
import { findNearbyCars, type NearbyCars } from "#domain/pre-approval/nearby-cars.server.ts";
import type { PreApprovalAnswers } from "#domain/pre-approval/pre-approval.form.ts";
import { type CreditEstimate, estimateCredit } from "#domain/pricing/credit-estimate.ts";
import type { Within } from "#domain/search/nearby-cars.ts";

export type Matches = { cars: NearbyCars; known: KnownCredit; estimate: CreditEstimate };

/**
 * The cars that answers ask for, by a real search of the inventory by type, estimate and place, and
 * the estimate that their payments stand on. Null before these questions are answered.
 */
export async function findMatches(
  answers: PreApprovalAnswers,
  within: Within = null,
): Promise<Matches | null> {
  const known = readPreApprovalCredit(answers);
  const { vehicleLocation: place } = answers;
  if (!known || !place) return null;
  const estimate = estimateCredit(known.facts);
  const search = {
    bodyType: known.bodyType ?? "sedan",
    estimate,
    lat: place.lat ?? null,
    lon: place.lon ?? null,
  };
  return { cars: await findNearbyCars(search, within), known, estimate };
}
