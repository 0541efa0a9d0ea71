import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { findPostedListing } from "#domain/listing/listing-queries.server.ts";
import { estimatePayment, findBudgetTerms } from "#domain/pricing/payment-estimate.ts";
import type { PaymentViewer } from "#domain/pricing/payment-restriction.ts";
import { findSimilarCars } from "#domain/search-index/cars-for-sale.server.ts";
import { type Budget, findBudget } from "#values/budget.ts";
import { isCreditBand, MIDDLE_BAND } from "#values/credit-band.ts";
import type { LoanChoice } from "#values/loan-choice.ts";

/** The car whose "Get Approved" was pressed, as stored with the request. */
export type WantedCar = {
  listing: ListingCardFacts;
  isForSale: boolean;
  /** Whether its price is the one that the person agreed on with the seller. */
  isAgreed: boolean;
  /** If it is no longer for sale: the three most similar cars. */
  nearest: ListingCardFacts[];
};

const NEAREST_COUNT = 3;

/**
 * Null if there is no listing id, or if it is not the id of a listing.
 * @param agreedCad what the person has agreed to pay; null for the asking price
 */
export async function findWantedCar(
  listingId: string | undefined,
  agreedCad: number | null,
): Promise<WantedCar | null> {
  const found = listingId ? await findPostedListing(listingId) : null;
  if (!found) return null;
  const { isForSale, vin: _, ...listing } = found;
  // It is held for the person who agreed on the price: to them it is still for sale.
  if (agreedCad !== null) {
    const agreed = { ...listing, priceCad: agreedCad };
    return { listing: agreed, isForSale: true, isAgreed: true, nearest: [] };
  }
  const nearest = isForSale ? [] : await findSimilarCars(listing);
  return { listing, isForSale, isAgreed: false, nearest: nearest.slice(0, NEAREST_COUNT) };
}

/**
 * The budget that fits a car, as a proposal: its monthly payment with tax. Null if no payment may
 * be shown to this person.
 */
export function proposeBudget(
  listing: ListingCardFacts,
  { provinceCode, locale, loan }: PaymentViewer & { loan: LoanChoice },
  creditRating?: string,
): Budget | null {
  const creditBand = isCreditBand(creditRating) ? creditRating : MIDDLE_BAND;
  const terms = findBudgetTerms(creditBand, provinceCode, loan);
  const estimate = estimatePayment(listing, { ...terms, locale });
  return estimate && findBudget(estimate.paymentCad);
}
