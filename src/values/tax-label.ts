import { m } from "#messages/messages.js";
import { formatPercent } from "./format.ts";
import { getLocale } from "#messages/runtime.js";
import type { Locale } from "./locale.ts";
import type { TaxCode } from "./tax-rates.ts";

type Words = (words: { rate: string }, options: { locale: Locale }) => string;

const TAX_RATES: Readonly<Record<TaxCode, Words>> = {
  gst: m.listing_tax_gst,
  hst: m.listing_tax_hst,
  pst: m.listing_tax_pst,
  qst: m.listing_tax_qst,
  rst: m.listing_tax_rst,
};

/** "13% HST" */
export function describeTax(
  tax: TaxCode,
  ratePercent: number,
  locale: Locale = getLocale(),
): string {
  return TAX_RATES[tax]({ rate: formatPercent(ratePercent, locale) }, { locale });
}
