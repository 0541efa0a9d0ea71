import { type CreditBand, ILLUSTRATIVE_RATE_PERCENT } from "#values/credit-band.ts";
import { quoteLoan } from "#values/payment.ts";

/** What every payment beside a price stands on. It is always shown with these (Ontario CPA s. 61). */
export const ESTIMATE = {
  creditBand: "good" satisfies CreditBand,
  ratePercent: ILLUSTRATIVE_RATE_PERCENT.good,
  months: 72,
  frequency: "biweekly",
} as const;

export type PaymentEstimate = {
  paymentCad: number;
  aprPercent: number;
  months: number;
  costOfBorrowingCad: number;
};

/**
 * The estimated payment for a listing: the price alone, without tax, down payment or fees. Null for
 * a car in Quebec: its Consumer Protection Act (s. 244) keeps credit terms out of advertising for
 * goods. Where a visitor lives is not known, so the car's own place stands in for it.
 */
export function estimatePayment(listing: {
  priceCad: number;
  provinceCode: string;
}): PaymentEstimate | null {
  if (listing.provinceCode === "QC") return null;
  const quote = quoteLoan({
    principalCad: listing.priceCad,
    ratePercent: ESTIMATE.ratePercent,
    months: ESTIMATE.months,
    frequency: ESTIMATE.frequency,
  });
  if (!quote.ok) return null;
  return {
    paymentCad: quote.paymentCad,
    aprPercent: quote.aprPercent,
    months: ESTIMATE.months,
    costOfBorrowingCad: quote.costOfBorrowingCad,
  };
}
