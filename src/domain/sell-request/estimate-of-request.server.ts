import type { PriceEstimate } from "#domain/pricing/price-estimate.ts";
import { estimatePrice } from "#domain/pricing/price-estimate.server.ts";
import type { SellCarAnswers } from "./sell-car.form.ts";

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
