import type { PriceEstimate } from "#storefront/price-estimate/price-estimate.ts";
import { estimatePrice } from "#storefront/price-estimate/price-estimate.server.ts";
import type { SellCarAnswers } from "#storefront/sell-car/sell-car.form.ts";

/** What listings here ask for a car like the offered one; null where too little of it is known. */
export async function estimateOf(answers: SellCarAnswers): Promise<PriceEstimate | null> {
  const { make, model, manufactureYear, totalRun, province } = answers;
  if (!make || !model || !manufactureYear || !totalRun) return null;
  return estimatePrice({
    make,
    model,
    year: manufactureYear,
    odometerKm: totalRun,
    ...(province ? { provinceCode: province } : {}),
  });
}
