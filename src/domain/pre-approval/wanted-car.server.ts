import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { findPostedListing } from "#domain/listing/listing-queries.server.ts";
import { estimatePayment, findBudgetTerms } from "#domain/pricing/payment-estimate.ts";
import type { PaymentViewer } from "#domain/pricing/payment-restriction.ts";
import { findSimilarCars } from "#domain/search-index/cars-for-sale.server.ts";
import { type Budget, findBudget } from "#values/budget.ts";
import { isCreditBand, MIDDLE_BAND } from "#values/credit-band.ts";
import type { LoanChoice } from "#values/loan-choice.ts";

/** The car whose "Get Approved" was pressed, as the request carries it. */
export type WantedCar = {
  listing: ListingCardFacts;
  isForSale: boolean;
  /** Its price is what the person has agreed on with the seller. */
  isAgreed: boolean;
  /** Where it is not for sale any more: the three that come nearest to it. */
  nearest: ListingCardFacts[];
};

const NEAREST_COUNT = 3;

/**
 * Null where nothing was carried, and for an id that is no listing's.
 * @param agreedCad what the person has agreed to pay; null for the asking price
 */
export async function findWantedCar(
  listingId: string | undefined,
  agreedCad: number | null,
): Promise<WantedCar | null> {
  const found = listingId ? await findPostedListing(listingId) : null;
  if (!found) return null;
  const { isForSale, vin: _, ...listing } = found;
  // It is held for whoever agreed on it: to them it is not gone.
  if (agreedCad !== null) {
    const agreed = { ...listing, priceCad: agreedCad };
    return { listing: agreed, isForSale: true, isAgreed: true, nearest: [] };
  }
  const nearest = isForSale ? [] : await findSimilarCars(listing);
  return { listing, isForSale, isAgreed: false, nearest: nearest.slice(0, NEAREST_COUNT) };
}

/**
 * The budget that a car asks for, as a proposal: its monthly payment with tax. Null where no payment
 * may be named to its reader.
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
