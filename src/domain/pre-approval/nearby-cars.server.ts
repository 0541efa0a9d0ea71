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
  /** Null where the place was typed by hand: then the whole province is searched. */
  lat: number | null;
  lon: number | null;
};

/** Live cars of the type whose payment, tax included, is comfortable, and the best of them. */
export type NearbyCars = NearbyArea & { best: ListingCardFacts[] };

/** What costs less than that share of what is comfortable comes last: it is seldom what is looked for. */
export const SENSIBLE_SHARE = 0.5;

/**
 * Searches the inventory by type, what is comfortable to pay, and place: the cheapest sensible ones
 * first. It looks within 50 and 100 km, and farther only where it is asked to: what is far is not
 * near. A place without coordinates has its province.
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

/** Of a budget without an upper end, its lower one. */
function leastNamed({ budget }: CreditEstimate): number | null {
  return budget && monthlyRange(budget).minCad;
}

/** By the month, and also in Quebec, where no payment is named: the estimate is the person's own. */
function findPrices(estimate: CreditEstimate, range: { min: number | null; max: number | null }) {
  const terms = findPaymentTerms(estimate, "monthly");
  return findPricesForPayments(range, terms, { namedTo: null });
}
