import { ESTIMATE, type PaymentTerms } from "#domain/pricing/payment-estimate.ts";
import { roundToCents } from "#values/money.ts";
import { readNumber } from "#values/number-reading.ts";
import { type LoanQuote, quoteLoan } from "#values/payment.ts";
import { isProvince, type ProvinceCode } from "#values/province.ts";
import { estimateTax, type TaxEstimate } from "#values/tax.ts";

export const ESTIMATE_MONTHS = [48, 60, 72, 84] as const;
const MOST_CAD = 10_000_000;

/** What a buyer plays with; all of it stands in the address, so that a link shows the same. */
export type EstimateChoice = {
  downCad: number;
  tradeInCad: number;
  months: number;
  provinceCode: ProvinceCode;
  ratePercent: number;
};

type Car = { priceCad: number; provinceCode: ProvinceCode; isDealer: boolean };
/** What stands there before anything is chosen: the same that cards show. */
type Usual = PaymentTerms;

/** The names of the address's parameters and of the form's controls. */
export const ESTIMATE_FIELDS = {
  down: "down",
  tradeIn: "tradeIn",
  months: "term",
  province: "province",
  rate: "rate",
} as const;

/** Reads the address; what is missing or cannot be is as the car and the illustrative terms have it. */
export function readEstimateChoice(
  query: URLSearchParams,
  car: Car,
  usual: Usual = ESTIMATE,
): EstimateChoice {
  // A car in Quebec names no payment until somebody says that they are elsewhere.
  const ownProvince = car.provinceCode === "QC" ? "QC" : (usual.provinceCode ?? car.provinceCode);
  const number = (name: string, max: number, otherwise: number) => {
    const reading = readNumber(query.get(name) ?? "", { min: 0, max });
    return reading.ok ? roundToCents(reading.value) : otherwise;
  };
  const months = Number(query.get(ESTIMATE_FIELDS.months));
  const province = query.get(ESTIMATE_FIELDS.province);
  return {
    downCad: number(ESTIMATE_FIELDS.down, MOST_CAD, 0),
    tradeInCad: number(ESTIMATE_FIELDS.tradeIn, MOST_CAD, 0),
    months: ESTIMATE_MONTHS.find((each) => each === months) ?? usual.months,
    provinceCode: isProvince(province) ? province : ownProvince,
    // A rate above what the law allows is read, so that it can be refused in words.
    ratePercent: number(ESTIMATE_FIELDS.rate, 1_000, usual.ratePercent),
  };
}

/** The address of a choice, without what is as it would be anyway. */
export function writeEstimateChoice(
  choice: EstimateChoice,
  car: Car,
  terms: Usual = ESTIMATE,
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
    /** Quebec's Consumer Protection Act, s. 244: no credit terms in an advertisement for goods. */
    | { kind: "none_in_quebec" }
    /** Criminal Code s. 347: nothing above 35 % is computed or shown. */
    | { kind: "above_legal_rate" }
    | { kind: "nothing_to_finance" };
};

/** Tax line by line and the payment on what is left; null where the province has no rule yet. */
export function estimateFor(
  car: Car,
  choice: EstimateChoice,
  { frequency }: Pick<Usual, "frequency"> = ESTIMATE,
): BuyerEstimate | null {
  const tax = estimateTax({
    province: choice.provinceCode,
    seller: car.isDealer ? "dealer" : "private",
    priceCad: car.priceCad,
    tradeInCad: choice.tradeInCad,
  });
  if (!tax.ok) return null;
  const toFinanceCad = Math.max(0, roundToCents(tax.totalCad - choice.downCad - choice.tradeInCad));
  return { tax, toFinanceCad, payment: quotePayment(toFinanceCad, choice, frequency) };
}

/** What is left to finance, as a payment on the chosen terms. */
export function quotePayment(
  principalCad: number,
  { provinceCode, ratePercent, months }: EstimateChoice,
  frequency: Usual["frequency"],
): BuyerEstimate["payment"] {
  if (provinceCode === "QC") return { kind: "none_in_quebec" };
  if (principalCad === 0) return { kind: "nothing_to_finance" };
  const quote = quoteLoan({ principalCad, ratePercent, months, frequency });
  if (quote.ok) return { kind: "loan", quote };
  return { kind: quote.code === "above_criminal_rate" ? "above_legal_rate" : "nothing_to_finance" };
}
