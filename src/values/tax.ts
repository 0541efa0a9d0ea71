import { roundToCents, sumCad } from "./money.ts";
import type { ProvinceCode } from "./province.ts";
import {
  type RatedTax,
  type Seller,
  TAX_RULES,
  type TaxCode,
  type TaxNote,
  type TaxRule,
} from "./tax-rates.ts";

export type TaxQuestion = {
  province: ProvinceCode;
  seller: Seller;
  priceCad: number;
  /** Average wholesale value, where the province taxes the greater of it and the price. */
  bookValueCad?: number;
  /** What a dealer gives for the buyer's own car. Counts only towards a purchase from a dealer. */
  tradeInCad?: number;
  /** The day of the sale, `YYYY-MM-DD`; by the newest rules where none is given. */
  on?: string;
};

export type TaxLine = {
  tax: TaxCode;
  ratePercent: number;
  /** What the rate was applied to. */
  taxedCad: number;
  taxedOn: "price" | "price_less_trade_in" | "book_value";
  taxCad: number;
};

export type TaxEstimate = {
  ok: true;
  lines: TaxLine[];
  taxCad: number;
  /** Price and taxes, before any trade-in comes off what is paid. */
  totalCad: number;
  notes: readonly TaxNote[];
  /** When these rules began, and where they are published. */
  from: string;
  source: string;
};

type TaxRefusal = { ok: false; code: "not_a_price" | "no_rule_yet" };

/** The sales taxes on a used car, line by line, in dollars. An estimate, not advice. */
export function estimateTax(question: TaxQuestion): TaxEstimate | TaxRefusal {
  const { priceCad, bookValueCad = 0, tradeInCad = 0 } = question;
  if (!(priceCad >= 0) || !(bookValueCad >= 0) || !(tradeInCad >= 0)) {
    return { ok: false, code: "not_a_price" };
  }
  const rule = findTaxRule(question);
  if (!rule) return { ok: false, code: "no_rule_yet" };
  const lines = rule.taxes.map((tax) => taxLine(tax, question));
  const taxCad = sumCad(lines.map((line) => line.taxCad));
  const { from, source } = rule;
  const notes = (rule.notes ?? []).filter(
    (note) => note !== "trade_in_pst_disputed" || tradeInCad > 0,
  );
  return { ok: true, lines, taxCad, totalCad: sumCad([priceCad, taxCad]), notes, from, source };
}

/** The rule that is in force on a day; the newest where no day is given. */
export function findTaxRule({
  province,
  seller,
  on,
}: Pick<TaxQuestion, "province" | "seller" | "on">): TaxRule | undefined {
  return TAX_RULES.filter(
    (rule) =>
      rule.province === province && rule.seller === seller && (on === undefined || rule.from <= on),
  ).toSorted((a, b) => (a.from < b.from ? 1 : -1))[0];
}

function taxLine(rated: RatedTax, question: TaxQuestion): TaxLine {
  const { value, taxedCad, taxedOn } = taxBase(rated, question);
  const exempt = value <= (rated.exemptUpToCad ?? -1);
  const ratePercent = exempt ? 0 : rateAt(rated.ratePercent, value);
  const taxCad = roundToCents((taxedCad * ratePercent) / 100);
  return { tax: rated.tax, ratePercent, taxedCad, taxedOn, taxCad };
}

/** `value` decides the step and the exemption; `taxedCad` is what is left to tax. */
function taxBase(
  rated: RatedTax,
  { seller, priceCad, bookValueCad = 0, tradeInCad = 0 }: TaxQuestion,
): { value: number } & Pick<TaxLine, "taxedCad" | "taxedOn"> {
  const bookWins = rated.bookValueCounts === true && bookValueCad > priceCad;
  const value = bookWins ? bookValueCad : priceCad;
  const creditCad = rated.lessTradeIn && seller === "dealer" ? tradeInCad : 0;
  const taxedCad = Math.max(0, roundToCents(value - creditCad));
  const taxedOn = bookWins ? "book_value" : creditCad > 0 ? "price_less_trade_in" : "price";
  return { value, taxedCad, taxedOn };
}

function rateAt(rate: RatedTax["ratePercent"], value: number): number {
  if (typeof rate === "number") return rate;
  return rate.findLast(([fromCad]) => value >= fromCad)?.[1] ?? 0;
}
