import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import { formatPercent } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";
import { type ProvinceCode, provinceName, provincesByName } from "#values/province.ts";
import { describeTax } from "#values/tax-label.ts";
import type { RatedTax, Seller } from "#values/tax-rates.ts";
import { findTaxRule } from "#values/tax.ts";

/** A line of an article that is replaced by generated content. */
const MARKER = /^\[\[(.*)\]\]$/gm;

/**
 * Replaces the line `[[tax-table]]` of an article by the table of taxes, in Markdown. @throws if a
 * line names anything else
 */
export function fillTaxTable(markdown: string, locale: Locale): string {
  return markdown.replace(MARKER, (line, name) => {
    if (name !== "tax-table") throw new Error(`${line} stands for nothing.`);
    return writeTaxTable(locale);
  });
}

/** The taxes on a used car in each province, by the rules that our estimates use. */
function writeTaxTable(locale: Locale): string {
  const inLanguage = { locale };
  const rows = provincesByName(locale).map((province) => [
    provinceName(province, locale),
    describeTaxes(province, "dealer", locale),
    describeTaxes(province, "private", locale),
  ]);
  const heads = [
    m.blog_tax_province({}, inLanguage),
    m.blog_tax_dealer({}, inLanguage),
    m.blog_tax_private({}, inLanguage),
  ];
  const lines = [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  const isAnyUnconfirmed = provincesByName(locale).some(
    (province) => isUnconfirmed(province, "dealer") || isUnconfirmed(province, "private"),
  );
  const note = isAnyUnconfirmed ? ["", m.blog_tax_unconfirmed_note({}, inLanguage)] : [];
  return [...lines, ...note].join("\n");
}

/** "5% GST + 9.975% QST" */
export function describeTaxes(province: ProvinceCode, seller: Seller, locale: Locale): string {
  const { taxes = [] } = findTaxRule({ province, seller }, site.taxChanges) ?? {};
  if (taxes.length === 0) return m.blog_tax_none({}, { locale });
  const words = taxes.map((tax) => describeRated(tax, locale)).join(" + ");
  return isUnconfirmed(province, seller)
    ? m.blog_tax_unconfirmed({ taxes: words }, { locale })
    : words;
}

function describeRated({ tax, ratePercent, exemptUpToCad }: RatedTax, locale: Locale): string {
  const [[, first] = [0, 0], ...steps] =
    typeof ratePercent === "number" ? [[0, ratePercent] as const] : ratePercent;
  const words = [
    describeTax(tax, first, locale),
    ...steps.map(([fromCad, percent]) =>
      m.blog_tax_step(
        { rate: formatPercent(percent, locale), amount: formatCad(fromCad, locale) },
        { locale },
      ),
    ),
  ].join(", ");
  if (exemptUpToCad === undefined) return words;
  return m.blog_tax_exempt({ tax: words, amount: formatCad(exemptUpToCad, locale) }, { locale });
}

function isUnconfirmed(province: ProvinceCode, seller: Seller): boolean {
  return (
    findTaxRule({ province, seller }, site.taxChanges)?.notes?.includes("unconfirmed") ?? false
  );
}
