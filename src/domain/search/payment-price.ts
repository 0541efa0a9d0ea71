import { estimatePayment } from "#domain/pricing/listing-payment.ts";
import type { Range } from "./search.ts";

const HIGHEST_PRICE_CAD = 10_000_000;

/**
 * The prices whose cards show a payment in this range. A card rounds its payment up to the dollar,
 * so "at most $300" is every car that says $300.
 */
export function pricesForPayments({ min, max }: Range): Range {
  return {
    min: min === null || min <= 0 ? null : highestPriceBelow(min) + 1,
    max: max === null ? null : highestPriceBelow(max + 1),
  };
}

/** The payment that a card shows for a price, in whole dollars. */
export function shownPayment(priceCad: number): number {
  // Any province but Quebec: the estimate is the same.
  const estimate = estimatePayment({ priceCad, provinceCode: "ON" });
  return estimate ? Math.ceil(estimate.paymentCad) : 0;
}

/** The highest price whose shown payment is below an amount; halving, since payments rise with prices. */
function highestPriceBelow(paymentCad: number): number {
  let below = 0;
  let notBelow = HIGHEST_PRICE_CAD;
  while (notBelow - below > 1) {
    const middle = Math.floor((below + notBelow) / 2);
    if (shownPayment(middle) < paymentCad) below = middle;
    else notBelow = middle;
  }
  return below;
}
