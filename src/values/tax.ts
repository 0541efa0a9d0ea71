import type { SiteFacts } from "#site/site-facts.ts";
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
  /** Average wholesale value, for a province that taxes the greater of it and the price. */
  bookValueCad?: number;
  /** What a dealer pays for the buyer's own car. Counts only in a purchase from a dealer. */
  tradeInCad?: number;
  /** The day of the sale, `YYYY-MM-DD`; without it the newest rules apply. */
  on?: string;
};

export type TaxLine = {
  tax: TaxCode;
  ratePercent: number;
  /** The amount that the rate was applied to. */
  taxedCad: number;
  taxedOn: "price" | "price_less_trade_in" | "book_value";
  taxCad: number;
};

export type TaxEstimate = {
  ok: true;
  lines: TaxLine[];
  taxCad: number;
  /** Price and taxes, before a trade-in is deducted from the payment. */
  totalCad: number;
  notes: readonly TaxNote[];
  /** The first day of these rules, and where they are published. */
  from: string;
  source: string;
};

type TaxRefusal = { ok: false; code: "not_a_price" | "no_rule_yet" };

/** A tax that differs from the rules of this release, from its first day on. */
export type TaxChange = SiteFacts["taxChanges"][number];

/**
 * The sales taxes on a used car, line by line, in dollars. An estimate, not advice.
 * @param changes as the operator set them: `site.taxChanges`
 */
export function estimateTax(
  question: TaxQuestion,
  changes: readonly TaxChange[],
): TaxEstimate | TaxRefusal {
  const { priceCad, bookValueCad = 0, tradeInCad = 0 } = question;
  if (!(priceCad >= 0) || !(bookValueCad >= 0) || !(tradeInCad >= 0)) {
    return { ok: false, code: "not_a_price" };
  }
  const rule = findTaxRule(question, changes);
  if (!rule) return { ok: false, code: "no_rule_yet" };
  const lines = rule.taxes.map((tax) => taxLine(tax, question));
  const taxCad = sumCad(lines.map((line) => line.taxCad));
  const { from, source } = rule;
  const notes = (rule.notes ?? []).filter(
    (note) => note !== "trade_in_pst_disputed" || tradeInCad > 0,
  );
  return { ok: true, lines, taxCad, totalCad: sumCad([priceCad, taxCad]), notes, from, source };
}

/**
 * The rule in force on a day; the newest if no day is given. A rule of this release that is newer
 * than a change supersedes it.
 */
export function findTaxRule(
  { province, seller, on }: Pick<TaxQuestion, "province" | "seller" | "on">,
  changes: readonly TaxChange[],
): TaxRule | undefined {
  const inForce = <Row extends Pick<TaxRule, "province" | "seller" | "from">>(
    rows: readonly Row[],
    since = "",
  ) =>
    rows
      .filter(
        (row) =>
          row.province === province &&
          row.seller === seller &&
          row.from >= since &&
          (on === undefined || row.from <= on),
      )
      .toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const rule = inForce(TAX_RULES).at(-1);
  return rule && inForce(changes, rule.from).reduce(changeTax, rule);
}

/** What is taxed, and what is exempt, stays as it was. */
function changeTax(rule: TaxRule, { tax, ratePercent, from, source }: TaxChange): TaxRule {
  const known = rule.taxes.find((rated) => rated.tax === tax);
  // GST and HST are on the price less the trade-in in every province (Excise Tax Act s. 153(4)).
  const changed = { tax, lessTradeIn: tax === "gst" || tax === "hst", ...known, ratePercent };
  const taxes = known
    ? rule.taxes.map((rated) => (rated === known ? changed : rated))
    : [...rule.taxes, changed];
  return {
    ...rule,
    from,
    source,
    taxes: taxes.filter((rated) => rated.ratePercent !== 0),
    notes: rule.notes?.filter((note) => note !== "unconfirmed"),
  };
}

function taxLine(rated: RatedTax, question: TaxQuestion): TaxLine {
  const { value, taxedCad, taxedOn } = taxBase(rated, question);
  const exempt = value <= (rated.exemptUpToCad ?? -1);
  const ratePercent = exempt ? 0 : rateAt(rated.ratePercent, value);
  const taxCad = roundToCents((taxedCad * ratePercent) / 100);
  return { tax: rated.tax, ratePercent, taxedCad, taxedOn, taxCad };
}

/** `value` determines the step and the exemption; `taxedCad` is the amount to tax. */
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
