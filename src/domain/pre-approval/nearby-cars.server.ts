import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { findPublicCards } from "#domain/listing/listing-queries.server.ts";
import { findBudgetTerms, findPricesForPayments } from "#domain/pricing/payment-estimate.ts";
import { carsForSale } from "#domain/search-index/cars-for-sale.server.ts";
import type { NearbyArea, Within } from "#domain/search/nearby-cars.ts";
import type { MonthlyRange } from "#values/budget.ts";
import type { CreditBand } from "#values/credit-band.ts";
import type { ProvinceCode } from "#values/province.ts";
import type { BodyType } from "#values/vehicle.ts";

export type NearbySearch = {
  bodyType: BodyType;
  budget: MonthlyRange;
  creditBand: CreditBand;
  provinceCode: ProvinceCode;
  /** Null where the place was typed by hand: then the whole province is searched. */
  lat: number | null;
  lon: number | null;
};

/** Live cars of the type whose payment, tax included, the budget covers, and the best of them. */
export type NearbyCars = NearbyArea & { best: ListingCardFacts[] };

/**
 * Searches the inventory by type, budget and place. It looks within 50 and 100 km, and farther only
 * where it is asked to: what is far is not near. A place without coordinates has its province.
 */
export async function findNearbyCars(
  search: NearbySearch,
  within: Within = null,
): Promise<NearbyCars> {
  const { bodyType, budget, provinceCode, lat, lon } = search;
  const { ids, ...area } = await carsForSale.findNearby({
    bodyType,
    pricesByTax: budget.maxCad === null ? null : findPrices(search, null, budget.maxCad),
    bestPrices: findPrices(search, budget.minCad, null),
    provinceCode,
    point: lat === null || lon === null ? null : { lat, lon },
    within,
  });
  return { ...area, best: await findPublicCards(ids) };
}

/** Also in Quebec, where no payment is named: the budget is the person's own. */
function findPrices(
  { creditBand, provinceCode }: NearbySearch,
  min: number | null,
  max: number | null,
) {
  const terms = findBudgetTerms(creditBand, provinceCode);
  return findPricesForPayments({ min, max }, terms, { namesPayments: false });
}
