import { site } from "#site/site.ts";
import { type CreditBand, MIDDLE_BAND } from "#values/credit-band.ts";
import { type LoanChoice, USUAL_LOAN } from "#values/loan-choice.ts";
import type { Locale } from "#values/locale.ts";
import { roundToCents } from "#values/money.ts";
import { quoteLoan } from "#values/payment.ts";
import { PROVINCES, type ProvinceCode } from "#values/province.ts";
import { estimateTax, type TaxLine } from "#values/tax.ts";
import { findPaymentRestriction } from "./payment-restriction.ts";

/** The terms of a payment. They are always shown with it (Ontario CPA s. 61). */
export type PaymentTerms = LoanChoice & {
  ratePercent: number;
  frequency: "biweekly" | "monthly";
  /** Where the buyer would register the car; null: not known, so the car's own province is used. */
  provinceCode: ProvinceCode | null;
};

/**
 * The terms with the viewer's language, which decides together with their province whether a
 * payment may be shown.
 */
export type ViewerTerms = PaymentTerms & { locale: Locale };

/** The terms of payments shown to a person who has told us nothing, by the rates as set now. */
export function defaultPaymentTerms(): PaymentTerms {
  return {
    ratePercent: site.ratePercent[MIDDLE_BAND],
    ...USUAL_LOAN,
    frequency: "biweekly",
    provinceCode: null,
  };
}

/** Terms by the month, because a budget is a monthly amount. */
export function findBudgetTerms(
  creditBand: CreditBand,
  provinceCode: ProvinceCode | null,
  { downCad, months }: LoanChoice = USUAL_LOAN,
): PaymentTerms {
  return {
    ratePercent: site.ratePercent[creditBand],
    downCad,
    months,
    frequency: "monthly",
    provinceCode,
  };
}

/** The facts of a listing that its payment depends on. */
export type PricedCar = { priceCad: number; provinceCode: ProvinceCode; isDealer: boolean };

export type PaymentEstimate = LoanChoice & {
  /** 0 if the down payment covers the price. */
  paymentCad: number;
  aprPercent: number;
  frequency: PaymentTerms["frequency"];
  costOfBorrowingCad: number;
  /** The taxes included; none on a private sale in some provinces. */
  taxes: readonly Pick<TaxLine, "tax" | "ratePercent">[];
};

/**
 * The estimated payment for a listing: price and sales taxes less the down payment, without fees.
 * Every page shows this figure. Null if this viewer may not be shown one.
 */
export function estimatePayment(car: PricedCar, terms: ViewerTerms): PaymentEstimate | null {
  return findPaymentRestriction(terms, car) === null ? computePayment(car, terms) : null;
}

function computePayment(car: PricedCar, terms: PaymentTerms): PaymentEstimate | null {
  const province = terms.provinceCode ?? car.provinceCode;
  const seller = car.isDealer ? "dealer" : "private";
  const tax = estimateTax({ province, seller, priceCad: car.priceCad }, site.taxChanges);
  if (!tax.ok) return null;
  const { ratePercent, downCad, months, frequency } = terms;
  const taxes = tax.lines.map(({ tax: code, ratePercent: rate }) => ({
    tax: code,
    ratePercent: rate,
  }));
  const chosen = { downCad, months, frequency, taxes };
  const principalCad = roundToCents(tax.totalCad - downCad);
  if (downCad > 0 && principalCad <= 0)
    return { ...chosen, paymentCad: 0, aprPercent: ratePercent, costOfBorrowingCad: 0 };
  const quote = quoteLoan({ principalCad, ratePercent, months, frequency });
  if (!quote.ok) return null;
  const { paymentCad, aprPercent, costOfBorrowingCad } = quote;
  return { ...chosen, paymentCad, aprPercent, costOfBorrowingCad };
}

/** The payment that a card shows for a car, in whole dollars; 0 where it shows none. */
export function computeShownPayment(car: PricedCar, terms: ViewerTerms): number {
  const estimate = estimatePayment(car, terms);
  return estimate ? Math.ceil(estimate.paymentCad) : 0;
}

/** Whether a car's payment, as it is shown, is within what somebody can pay. */
export function isPaymentWithin(
  estimate: Pick<PaymentEstimate, "paymentCad">,
  most: number | null,
) {
  return most === null || Math.ceil(estimate.paymentCad) <= most;
}

/** Whole dollars, both ends included; null: open. */
export type CadRange = { min: number | null; max: number | null };

const HIGHEST_PRICE_CAD = 10_000_000;

/** The price range that a payment range corresponds to, for one province and kind of seller. */
export type PricesForPayments = { prices: CadRange; cars: Omit<PricedCar, "priceCad">[] };

/**
 * The prices whose payment is in this range, for each province and kind of seller, because taxes
 * differ. Cards round payments up to the dollar, so "at most $300" includes every car that shows
 * $300.
 * @param namedTo the language in which payments would be shown to the person who searches: a car
 * without a payment for them is in no range. Null for a budget that is only searched by, also in
 * Quebec.
 */
export function findPricesForPayments(
  { min, max }: CadRange,
  terms: PaymentTerms,
  { namedTo }: { namedTo: Locale | null },
): PricesForPayments[] {
  const found = new Map<string, PricesForPayments>();
  for (const provinceCode of PROVINCES) {
    for (const isDealer of [true, false]) {
      const car = { provinceCode, isDealer };
      if (namedTo !== null && findPaymentRestriction({ ...terms, locale: namedTo }, car)) continue;
      const prices = {
        min: min === null || min <= 0 ? null : highestPriceBelow(min, car, terms) + 1,
        max: max === null ? null : highestPriceBelow(max + 1, car, terms),
      };
      const key = `${prices.min} ${prices.max}`;
      const same = found.get(key) ?? { prices, cars: [] };
      same.cars.push(car);
      found.set(key, same);
    }
  }
  return [...found.values()];
}

/**
 * The highest price whose shown payment is below an amount. A binary search, because payments rise
 * with prices.
 */
function highestPriceBelow(
  paymentCad: number,
  car: Omit<PricedCar, "priceCad">,
  terms: PaymentTerms,
): number {
  let below = 0;
  let notBelow = HIGHEST_PRICE_CAD;
  while (notBelow - below > 1) {
    const middle = Math.floor((below + notBelow) / 2);
    const payment = computePayment({ ...car, priceCad: middle }, terms)?.paymentCad ?? 0;
    if (Math.ceil(payment) < paymentCad) below = middle;
    else notBelow = middle;
  }
  return below;
}
