import { createContext, type ReactNode, useContext } from "react";
import {
  ESTIMATE,
  findBudgetTerms,
  type PaymentEstimate,
  type PaymentTerms,
} from "#domain/pricing/payment-estimate.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { monthlyRange, type Budget } from "#values/budget.ts";
import type { CreditBand } from "#values/credit-band.ts";
import { formatPercent } from "#values/format.ts";
import type { ProvinceCode } from "#values/province.ts";
import type { TaxCode } from "#values/tax-rates.ts";

/** What the person told us in their pre-approval, as far as payments depend on it. */
export type YourBudget = { budget: Budget; creditBand: CreditBand; provinceCode: ProvinceCode };

const Context = createContext<YourBudget | null>(null);

/** Every payment inside is worked out for this budget; null: for nobody in particular. */
export function YourBudgetProvider({
  budget,
  children,
}: {
  budget: YourBudget | null;
  children: ReactNode;
}) {
  return <Context value={budget}>{children}</Context>;
}

/** What payments stand on for whoever looks, and what they can pay a month. */
export function usePaymentTerms(): {
  terms: PaymentTerms;
  /** They are the person's own: their budget, credit and province. */
  isYours: boolean;
  /** Null: no upper end, or no budget. */
  mostCad: number | null;
} {
  const yours = useContext(Context);
  if (!yours) return { terms: ESTIMATE, isYours: false, mostCad: null };
  const terms = findBudgetTerms(yours.creditBand, yours.provinceCode);
  return { terms, isYours: true, mostCad: monthlyRange(yours.budget).maxCad };
}

const TAX_RATES: Readonly<Record<TaxCode, (words: { rate: string }) => string>> = {
  gst: m.listing_tax_gst,
  hst: m.listing_tax_hst,
  pst: m.listing_tax_pst,
  qst: m.listing_tax_qst,
  rst: m.listing_tax_rst,
};

/** "incl. 13% HST", beside a payment. */
export function describeTaxes(taxes: PaymentEstimate["taxes"]): string {
  const due = taxes.filter(({ ratePercent }) => ratePercent > 0);
  if (due.length === 0) return m.listing_card_no_tax();
  const named = due.map(({ tax, ratePercent }) =>
    TAX_RATES[tax]({ rate: formatPercent(ratePercent, getLocale()) }),
  );
  return m.listing_card_with_tax({ taxes: named.join(" + ") });
}

export function describeFrequency(frequency: PaymentTerms["frequency"]): string {
  return frequency === "monthly" ? m.listing_card_monthly() : m.listing_card_frequency();
}
