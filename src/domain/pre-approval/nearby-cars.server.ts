import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { findPublicCards } from "#domain/listing/listing-queries.server.ts";
import {
  type CreditEstimate,
  findPaymentTerms,
  findSearchedPayment,
} from "#domain/pricing/credit-estimate.ts";
import { findPricesForPayments } from "#domain/pricing/payment-estimate.ts";
import { carsForSale } from "#domain/search-index/cars-for-sale.server.ts";
import type { NearbyArea, Within } from "#domain/search/nearby-cars.ts";
import { monthlyRange } from "#values/budget.ts";
import type { BodyType } from "#values/vehicle.ts";

export type NearbySearch = {
  bodyType: BodyType;
  estimate: CreditEstimate;
  /** Null if the location was typed by hand: then the whole province is searched. */
  lat: number | null;
  lon: number | null;
};

/** Live cars of the type whose payment, including tax, is comfortable, and the best of them. */
export type NearbyCars = NearbyArea & { best: ListingCardFacts[] };

/** Cars below this share of the comfortable price come last: people rarely look for them. */
export const SENSIBLE_SHARE = 0.5;

/**
 * Searches the inventory by type, comfortable payment and location: the cheapest sensible cars
 * first. It searches within 50 and then 100 km, and farther only if asked to, because such cars are
 * not nearby. If the location has no coordinates, the province is searched.
 */
export async function findNearbyCars(
  search: NearbySearch,
  within: Within = null,
): Promise<NearbyCars> {
  const { bodyType, estimate, lat, lon } = search;
  const most = findSearchedPayment(estimate);
  const least = most === null ? leastNamed(estimate) : Math.round(most * SENSIBLE_SHARE);
  const { ids, ...area } = await carsForSale.findNearby({
    bodyType,
    pricesByTax: most === null ? null : findPrices(estimate, { min: null, max: most }),
    bestPrices: findPrices(estimate, { min: least, max: null }),
    provinceCode: estimate.provinceCode,
    point: lat === null || lon === null ? null : { lat, lon },
    within,
  });
  return { ...area, best: await findPublicCards(ids) };
}

/** If the budget has no upper end, its lower end. */
function leastNamed({ budget }: CreditEstimate): number | null {
  return budget && monthlyRange(budget).minCad;
}

/** By month, also in Quebec, where no payment is shown: the estimate is the person's own. */
function findPrices(estimate: CreditEstimate, range: { min: number | null; max: number | null }) {
  const terms = findPaymentTerms(estimate, "monthly");
  return findPricesForPayments(range, terms, { namedTo: null });
}
