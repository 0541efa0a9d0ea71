import { type CreditBand, ILLUSTRATIVE_RATE_PERCENT } from "#values/credit-band.ts";
import { quoteLoan } from "#values/payment.ts";
import { PROVINCES, type ProvinceCode } from "#values/province.ts";
import { estimateTax, type TaxLine } from "#values/tax.ts";

/** What a payment is worked out on. It is always shown with these (Ontario CPA s. 61). */
export type PaymentTerms = {
  ratePercent: number;
  months: number;
  frequency: "biweekly" | "monthly";
  /** Where the buyer would register the car; null: not known, the car's own place stands in for it. */
  provinceCode: ProvinceCode | null;
};

/** What every payment beside a price stands on, for somebody who told us nothing. */
export const ESTIMATE = {
  creditBand: "good" satisfies CreditBand,
  ratePercent: ILLUSTRATIVE_RATE_PERCENT.good,
  months: 72,
  frequency: "biweekly",
  provinceCode: null,
} as const satisfies PaymentTerms & { creditBand: CreditBand };

/** The term that a monthly budget is turned into a price over. Said wherever such a price is used. */
export const BUDGET_TERM_MONTHS = 72;

/** A budget is a sum a month, so that what stands beside it is one too. */
export function findBudgetTerms(
  creditBand: CreditBand,
  provinceCode: ProvinceCode | null,
): PaymentTerms {
  return {
    ratePercent: ILLUSTRATIVE_RATE_PERCENT[creditBand],
    months: BUDGET_TERM_MONTHS,
    frequency: "monthly",
    provinceCode,
  };
}

/** All of a listing that its payment depends on. */
export type PricedCar = { priceCad: number; provinceCode: ProvinceCode; isDealer: boolean };

export type PaymentEstimate = {
  paymentCad: number;
  aprPercent: number;
  months: number;
  frequency: PaymentTerms["frequency"];
  costOfBorrowingCad: number;
  /** The taxes in it; none on a private sale in some provinces. */
  taxes: readonly Pick<TaxLine, "tax" | "ratePercent">[];
};

/**
 * The estimated payment for a listing: price and sales taxes, without down payment or fees. The one
 * figure of a car, wherever it stands. Null where the car or its buyer is in Quebec, whose Consumer
 * Protection Act (s. 244) keeps credit terms out of advertising for goods.
 */
export function estimatePayment(
  car: PricedCar,
  terms: PaymentTerms = ESTIMATE,
): PaymentEstimate | null {
  return isInQuebec(car, terms) ? null : computePayment(car, terms);
}

function isInQuebec(car: Pick<PricedCar, "provinceCode">, { provinceCode }: PaymentTerms): boolean {
  return provinceCode === "QC" || car.provinceCode === "QC";
}

function computePayment(car: PricedCar, terms: PaymentTerms): PaymentEstimate | null {
  const province = terms.provinceCode ?? car.provinceCode;
  const seller = car.isDealer ? "dealer" : "private";
  const tax = estimateTax({ province, seller, priceCad: car.priceCad });
  if (!tax.ok) return null;
  const { ratePercent, months, frequency } = terms;
  const quote = quoteLoan({ principalCad: tax.totalCad, ratePercent, months, frequency });
  if (!quote.ok) return null;
  return {
    paymentCad: quote.paymentCad,
    aprPercent: quote.aprPercent,
    months,
    frequency,
    costOfBorrowingCad: quote.costOfBorrowingCad,
    taxes: tax.lines.map(({ tax: code, ratePercent: rate }) => ({ tax: code, ratePercent: rate })),
  };
}

/** The payment that a card shows for a car, in whole dollars; 0 where it shows none. */
export function computeShownPayment(car: PricedCar, terms: PaymentTerms = ESTIMATE): number {
  const estimate = estimatePayment(car, terms);
  return estimate ? Math.ceil(estimate.paymentCad) : 0;
}

/** Whether a car's payment, as it is shown, is within what somebody can pay. */
export function isWithin(estimate: Pick<PaymentEstimate, "paymentCad">, most: number | null) {
  return most === null || Math.ceil(estimate.paymentCad) <= most;
}

/** Whole dollars, both ends included; null: open. */
export type CadRange = { min: number | null; max: number | null };

const HIGHEST_PRICE_CAD = 10_000_000;

/** The prices, of one province's cars by one kind of seller, that a range of payments stands for. */
export type PricesForPayments = { prices: CadRange; cars: Omit<PricedCar, "priceCad">[] };

/**
 * The prices whose cards show a payment in this range, by who sells the car where: taxes differ. A
 * card rounds its payment up to the dollar, so "at most $300" is every car that says $300. Where
 * payments are to be named, cars in Quebec are in none, nor is any car for a buyer there; a budget
 * that is only searched by knows no such bounds (`namesPayments` false).
 */
export function findPricesForPayments(
  { min, max }: CadRange,
  terms: PaymentTerms = ESTIMATE,
  { namesPayments }: { namesPayments: boolean } = { namesPayments: true },
): PricesForPayments[] {
  const found = new Map<string, PricesForPayments>();
  for (const provinceCode of PROVINCES) {
    for (const isDealer of [true, false]) {
      const car = { provinceCode, isDealer };
      if (namesPayments && isInQuebec(car, terms)) continue;
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

/** The highest price whose shown payment is below an amount; halving, since payments rise with prices. */
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
