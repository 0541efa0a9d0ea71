import {
  defaultPaymentTerms,
  type PaymentTerms,
  type ViewerTerms,
} from "#domain/pricing/payment-estimate.ts";
import {
  findPaymentRestriction,
  type PaymentRestriction,
} from "#domain/pricing/payment-restriction.ts";
import { site } from "#site/site.ts";
import { type LoanChoice, LOAN_FIELDS, LOAN_MONTHS } from "#values/loan-choice.ts";
import { roundToCents } from "#values/money.ts";
import { readNumber } from "#values/number-reading.ts";
import { type LoanQuote, quoteLoan } from "#values/payment.ts";
import { isProvince, type ProvinceCode } from "#values/province.ts";
import { estimateTax, type TaxEstimate } from "#values/tax.ts";

const MOST_CAD = 10_000_000;

/**
 * The values that a buyer can change. Down payment and term are remembered for them; the others are
 * in the address, which may also contain those two.
 */
export type EstimateChoice = LoanChoice & {
  tradeInCad: number;
  provinceCode: ProvinceCode;
  ratePercent: number;
};

type Car = { priceCad: number; provinceCode: ProvinceCode; isDealer: boolean };
/** The values before any choice: the same as on cards. */
type DefaultTerms = PaymentTerms;

/** The names of the address's parameters and of the form's controls. */
export const ESTIMATE_FIELDS = {
  ...LOAN_FIELDS,
  tradeIn: "tradeIn",
  province: "province",
  rate: "rate",
} as const;

/** Parses the address; missing or invalid values are those of the car and the default terms. */
export function readEstimateChoice(
  query: URLSearchParams,
  car: Car,
  usual: DefaultTerms = defaultPaymentTerms(),
): EstimateChoice {
  const ownProvince = usual.provinceCode ?? car.provinceCode;
  const number = (name: string, max: number, otherwise: number) => {
    const reading = readNumber(query.get(name) ?? "", { min: 0, max });
    return reading.ok ? roundToCents(reading.value) : otherwise;
  };
  const down = query.get(LOAN_FIELDS.down) ?? "";
  const months = query.get(LOAN_FIELDS.months) ?? "";
  const province = query.get(ESTIMATE_FIELDS.province);
  return {
    ...readLoanChoice({ down, months }, usual),
    tradeInCad: number(ESTIMATE_FIELDS.tradeIn, MOST_CAD, 0),
    provinceCode: isProvince(province) ? province : ownProvince,
    // A rate above the legal limit is parsed, so that it can be refused with a message.
    ratePercent: number(ESTIMATE_FIELDS.rate, 1_000, usual.ratePercent),
  };
}

/** The typed and chosen values; missing or invalid ones are unchanged. */
export function readLoanChoice(
  { down, months }: { down: string; months: string },
  otherwise: LoanChoice,
): LoanChoice {
  const reading = readNumber(down, { min: 0, max: MOST_CAD });
  return {
    downCad: reading.ok ? roundToCents(reading.value) : otherwise.downCad,
    months: LOAN_MONTHS.find((each) => String(each) === months) ?? otherwise.months,
  };
}

/** The address of a choice, without default values. */
export function writeEstimateChoice(
  choice: EstimateChoice,
  car: Car,
  terms: DefaultTerms = defaultPaymentTerms(),
): URLSearchParams {
  const usual = readEstimateChoice(new URLSearchParams(), car, terms);
  const query = new URLSearchParams();
  const put = (name: string, value: string | number, otherwise: string | number) => {
    if (value !== otherwise) query.set(name, String(value));
  };
  put(ESTIMATE_FIELDS.down, choice.downCad, usual.downCad);
  put(ESTIMATE_FIELDS.months, choice.months, usual.months);
  put(ESTIMATE_FIELDS.tradeIn, choice.tradeInCad, usual.tradeInCad);
  put(ESTIMATE_FIELDS.province, choice.provinceCode, usual.provinceCode);
  put(ESTIMATE_FIELDS.rate, choice.ratePercent, usual.ratePercent);
  return query;
}

export type BuyerEstimate = {
  tax: TaxEstimate;
  /** Price and taxes, less down payment and trade-in. */
  toFinanceCad: number;
  payment:
    | { kind: "loan"; quote: LoanQuote }
    /** Taxes only. */
    | { kind: "withheld"; why: PaymentRestriction }
    /** Criminal Code s. 347: nothing above 35 % is computed or shown. */
    | { kind: "above_legal_rate" }
    | { kind: "nothing_to_finance" };
};

/** The tax lines, and the payment on the rest; null if the province has no tax rule yet. */
export function estimateForBuyer(
  car: Car,
  choice: EstimateChoice,
  terms: ViewerTerms,
): BuyerEstimate | null {
  const tax = estimateTax(
    {
      province: choice.provinceCode,
      seller: car.isDealer ? "dealer" : "private",
      priceCad: car.priceCad,
      tradeInCad: choice.tradeInCad,
    },
    site.taxChanges,
  );
  if (!tax.ok) return null;
  const toFinanceCad = Math.max(0, roundToCents(tax.totalCad - choice.downCad - choice.tradeInCad));
  // A buyer who registers the car in Quebec is in Quebec; registering elsewhere does not say where
  // they are.
  const provinceCode = choice.provinceCode === "QC" ? "QC" : terms.provinceCode;
  const why = findPaymentRestriction({ ...terms, provinceCode }, car);
  return {
    tax,
    toFinanceCad,
    payment: why ? { kind: "withheld", why } : quotePayment(toFinanceCad, choice, terms.frequency),
  };
}

/** The payment on the amount to finance, with the chosen terms. */
export function quotePayment(
  principalCad: number,
  { ratePercent, months }: EstimateChoice,
  frequency: DefaultTerms["frequency"],
): BuyerEstimate["payment"] {
  if (principalCad === 0) return { kind: "nothing_to_finance" };
  const quote = quoteLoan({ principalCad, ratePercent, months, frequency });
  if (quote.ok) return { kind: "loan", quote };
  return { kind: quote.code === "above_criminal_rate" ? "above_legal_rate" : "nothing_to_finance" };
}
