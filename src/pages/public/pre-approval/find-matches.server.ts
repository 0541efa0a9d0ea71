import type { PreApprovalAnswers } from "#domain/pre-approval/pre-approval.form.ts";
import type { YourBudget } from "#domain/pre-approval/your-budget.server.ts";
import { findNearbyCars, type NearbyCars } from "#domain/pre-approval/nearby-cars.server.ts";
import type { Within } from "#domain/search/nearby-cars.ts";
import { isBudget, monthlyRange } from "#values/budget.ts";
import { isCreditBand } from "#values/credit-band.ts";
import { bodyTypeFromPreApproval } from "#values/vehicle.ts";

/**
 * The cars that answers ask for, by a real search of the inventory by type, budget and place, and
 * what their payments stand on. Null before these questions are answered.
 */
export async function findMatches(
  { carType, budget, creditRating, vehicleLocation: place }: PreApprovalAnswers,
  within: Within = null,
): Promise<{ cars: NearbyCars; budget: YourBudget } | null> {
  if (!carType || !budget || !creditRating || !place) return null;
  const yours: YourBudget = {
    budget: isBudget(budget) ? budget : "over_600",
    creditBand: isCreditBand(creditRating) ? creditRating : "none",
    provinceCode: place.province,
  };
  const search = {
    bodyType: bodyTypeFromPreApproval(carType) ?? "sedan",
    budget: monthlyRange(yours.budget),
    creditBand: yours.creditBand,
    provinceCode: place.province,
    lat: place.lat ?? null,
    lon: place.lon ?? null,
  };
  return { cars: await findNearbyCars(search, within), budget: yours };
}
