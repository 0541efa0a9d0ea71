import { useContext } from "react";
import { useLocation } from "react-router";
import {
  ESTIMATE,
  estimatePayment,
  findBudgetTerms,
  isWithin,
  type PaymentEstimate,
  type PaymentTerms,
  type PricedCar,
} from "#domain/pricing/payment-estimate.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import type { YourBudget } from "#domain/pre-approval/your-budget.server.ts";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { type Budget, monthlyRange } from "#values/budget.ts";
import { formatPercent } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import type { TaxCode } from "#values/tax-rates.ts";
import { YourBudgetContext } from "./your-budget-context.tsx";

/** What payments stand on for whoever looks, and what they can pay a month. */
export function usePaymentTerms(): {
  terms: PaymentTerms;
  /** They are the person's own: their budget, credit and province. */
  isYours: boolean;
  yours: YourBudget | null;
  /** Null: no upper end, or no budget. */
  mostCad: number | null;
} {
  const yours = useContext(YourBudgetContext);
  if (!yours) return { terms: ESTIMATE, isYours: false, yours, mostCad: null };
  const terms = findBudgetTerms(yours.creditBand, yours.provinceCode);
  return { terms, isYours: true, yours, mostCad: monthlyRange(yours.budget).maxCad };
}

/** In a person's own words, as the questionnaire has them. */
export function describeBudget(budget: Budget): string {
  return {
    under_400: m.pre_approval_form_budget_option_under_400,
    "400_499": m.pre_approval_form_budget_option_400_499,
    "500_600": m.pre_approval_form_budget_option_500_600,
    over_600: m.pre_approval_form_budget_option_over_600,
  }[budget]();
}

/**
 * Ontario's Consumer Protection Act, s. 61: the APR no less prominent than the payment. `own`: the
 * reader's terms, where what stands around it was worked out on others than their budget's.
 */
export function CardPayment({ listing, own }: { listing: PricedCar; own?: PaymentTerms }) {
  const known = usePaymentTerms();
  const terms = own ?? known.terms;
  const isYours = known.isYours || own !== undefined;
  const estimate = estimatePayment(listing, terms);
  if (!estimate) return <span className="card-payment">{m.listing_ask_for_terms()}</span>;
  const locale = getLocale();
  return (
    <span className="card-payment figures">
      {isYours ? m.listing_card_yours() : m.listing_card_estimate()}{" "}
      <b>{formatCad(Math.ceil(estimate.paymentCad), locale)}</b>{" "}
      {describeFrequency(estimate.frequency)}
      <br />
      <b>{m.listing_card_apr({ rate: formatPercent(estimate.aprPercent, locale) })}</b>{" "}
      {m.listing_card_months({ months: estimate.months })} · {describeTaxes(estimate.taxes)}
      {!own && isYours && isWithin(estimate, known.mostCad) && (
        <>
          <br />
          <span className="card-payment__within">{m.listing_card_within()}</span>
        </>
      )}
    </span>
  );
}

/** Whose budget the payments on a page are worked out for, and one press to forget it. */
export function YourBudgetNote() {
  const yours = useContext(YourBudgetContext);
  const { pathname, search } = useLocation();
  if (!yours) return null;
  return (
    <form method="post" action={hrefIn(paths.yourBudget())} className="your-budget">
      <span>{m.your_budget_shown({ budget: describeBudget(yours.budget) })}</span>
      <input type="hidden" name="returnTo" value={pathname + search} />
      <Button type="submit" look="ghost" size="sm">
        {m.your_budget_forget()}
      </Button>
    </form>
  );
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
