/** The share of the price as new that is left after so many years. */
function shareLeft(ageYears: number, fallsFast: boolean): number {
  const [firstYear, eachYear] = fallsFast ? [0.84, 0.88] : [0.9, 0.91];
  return firstYear * eachYear ** (ageYears - 1);
}

/** What a Canadian car drives in a year, roughly. */
export const USUAL_KM_A_YEAR = 16_500;

/**
 * A plausible asking price: what age leaves, less what the odometer shows above the usual (or more,
 * below it). Rounded as people round. For demo data only; price rating is another matter.
 */
export function plausiblePriceCad(
  newPriceCad: number,
  car: { ageYears: number; odometerKm: number; fallsFast: boolean },
): number {
  const usualKm = Math.max(6_000, car.ageYears * USUAL_KM_A_YEAR);
  const wear = 1 + Math.max(-0.16, Math.min(0.14, ((usualKm - car.odometerKm) / usualKm) * 0.22));
  const price = Math.max(3_900, newPriceCad * shareLeft(car.ageYears, car.fallsFast) * wear);
  return price < 15_000 ? Math.round(price / 100) * 100 : Math.round(price / 250) * 250;
}
