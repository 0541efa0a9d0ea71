import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { formatPercent } from "#values/format.ts";
import type { TaxCode } from "#values/tax-rates.ts";

const TAX_RATES: Readonly<Record<TaxCode, (words: { rate: string }) => string>> = {
  gst: m.listing_tax_gst,
  hst: m.listing_tax_hst,
  pst: m.listing_tax_pst,
  qst: m.listing_tax_qst,
  rst: m.listing_tax_rst,
};

/** "13% HST" */
export function describeTax(tax: TaxCode, ratePercent: number): string {
  return TAX_RATES[tax]({ rate: formatPercent(ratePercent, getLocale()) });
}
