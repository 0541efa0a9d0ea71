import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { findPublicCards } from "#domain/listing/listing-queries.server.ts";
import { type KnownCredit, withLoan } from "#domain/pre-approval/pre-approval-credit.ts";
import { SENSIBLE_SHARE } from "#domain/pre-approval/nearby-cars.server.ts";
import {
  type AffordablePayment,
  type CreditEstimate,
  estimateCredit,
  type EstimateChange,
  findEstimateChanges,
} from "#domain/pricing/credit-estimate.ts";
import { findPaymentRestriction } from "#domain/pricing/payment-restriction.ts";
import type { Range } from "#domain/search/facet-kinds.ts";
import { carsForSale } from "#domain/search-index/cars-for-sale.server.ts";
import { debtService } from "#values/debt-service.ts";
import type { LoanChoice } from "#values/loan-choice.ts";
import type { Locale } from "#values/locale.ts";
import type { BodyType } from "#values/vehicle.ts";
import type { CreditApplicationAnswers } from "./credit-application.form.ts";
import { readApplicationCredit } from "./application-credit.ts";

export type AffordableCars = {
  estimate: CreditEstimate;
  /** Whether they told us their credit band, in this form or before. */
  isBandStated: boolean;
  /** Housing and each payment divided by income. */
  debtRatios: { comfortable: number | null; highest: number | null };
  moves: EstimateChange[];
  /** What changed the estimate, in dollars a month. */
  incomeCad: number;
  housingCad: number;
  /** The wanted body type; null if none was chosen. */
  bodyType: BodyType | null;
  /** Live cars of the province up to the comfortable payment, the cheapest sensible ones first. */
  cars: { count: number; mostCad: number; best: ListingCardFacts[] } | null;
};

/**
 * What an applicant can afford with the application's own income, and the cars within it; null
 * without an income.
 */
export async function findAffordableCars(
  answers: CreditApplicationAnswers,
  { locale, loan }: { locale: Locale; loan?: LoanChoice | undefined },
): Promise<AffordableCars | null> {
  const sent = readApplicationCredit(answers);
  const incomeCad = sent?.facts.incomeCad;
  if (!sent || !incomeCad) return null;
  const known = withLoan(sent, loan);
  const { facts, bodyType } = known;
  const estimate = estimateCredit(facts);
  const { ratePercent } = estimate;
  const comfortableCad = answers.comfortablePayment ?? null;
  return {
    estimate,
    isBandStated: known.isBandStated,
    debtRatios: {
      comfortable: findDebtRatio(known, estimate.comfortable),
      highest: findDebtRatio(known, estimate.highest),
    },
    moves: findEstimateChanges({ ratePercent, comfortableCad }, facts),
    incomeCad,
    housingCad: facts.housingCad ?? 0,
    bodyType,
    cars: findPaymentRestriction({ ...facts, locale }, null)
      ? null
      : await findCars(estimate, bodyType),
  };
}

function findDebtRatio({ facts }: KnownCredit, carried: AffordablePayment | null): number | null {
  if (!carried?.paymentCad) return null;
  const service = debtService({
    grossIncomeCad: facts.incomeCad ?? 0,
    housingCad: facts.housingCad ?? 0,
    debtsCad: 0,
    newPaymentCad: carried.paymentCad,
  });
  return service.ok ? service.debtRatio : null;
}

async function findCars(
  { provinceCode, comfortable, highest }: CreditEstimate,
  bodyType: BodyType | null,
) {
  const mostCad = comfortable?.priceCad || highest?.priceCad;
  if (!mostCad) return null;
  const at = (prices: Range) => [
    { prices, cars: [true, false].map((isDealer) => ({ provinceCode, isDealer })) },
  ];
  const { count, ids } = await carsForSale.findNearby({
    bodyType,
    pricesByTax: at({ min: null, max: mostCad }),
    bestPrices: at({ min: Math.round(mostCad * SENSIBLE_SHARE), max: null }),
    provinceCode,
    point: null,
    within: "province",
  });
  return { count, mostCad, best: await findPublicCards(ids) };
}
