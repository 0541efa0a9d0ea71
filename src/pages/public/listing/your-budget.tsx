import { useContext } from "react";
import { useLocation } from "react-router";
import {
  type CreditEstimate,
  findPaymentTerms,
  convertPayment,
  SHOWN_FREQUENCIES,
} from "#domain/pricing/credit-estimate.ts";
import {
  estimatePayment,
  isPaymentWithin,
  type PaymentEstimate,
  type PaymentTerms,
  type PricedCar,
  type ViewerTerms,
} from "#domain/pricing/payment-estimate.ts";
import {
  findPaymentRestriction,
  type PaymentRestriction,
} from "#domain/pricing/payment-restriction.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { formatPercent } from "#values/format.ts";
import { LOAN_FIELDS, USUAL_LOAN } from "#values/loan-choice.ts";
import { formatCad } from "#values/money.ts";
import { PaymentsContext } from "./your-budget-context.tsx";
import { describeTax } from "#values/tax-label.ts";

/** The viewer's payment terms, and their comfortable monthly payment. */
export function usePaymentTerms(): {
  terms: ViewerTerms;
  /** Why no payment is shown beside any car; null where one may be. */
  withheld: PaymentRestriction | null;
  /** The terms are the person's own: their credit and province. */
  isYours: boolean;
  yours: CreditEstimate | null;
  /** Dollars a month; null: no upper end, or nothing is known. */
  mostCad: number | null;
} {
  const { estimate, frequency, provinceCode, loan } = useContext(PaymentsContext);
  const terms = {
    ...findPaymentTerms(estimate, frequency),
    ...loan,
    provinceCode,
    locale: getLocale(),
  };
  return {
    terms,
    withheld: findPaymentRestriction(terms, null),
    isYours: estimate !== null,
    yours: estimate,
    mostCad: estimate?.comfortable?.paymentCad ?? null,
  };
}

/** "$499 a month", "$230 biweekly": a monthly payment at this person's frequency. */
export function describePayment(paymentCad: number, terms: PaymentTerms): string {
  const amount = formatCad(convertPayment(paymentCad, terms), getLocale());
  return `${amount} ${describeFrequency(terms.frequency)}`;
}

/** Whether a car's payment is comfortable; compared by the month, as in the estimate. */
function isComfortable(listing: PricedCar, terms: ViewerTerms, mostCad: number | null): boolean {
  const monthly = estimatePayment(listing, { ...terms, frequency: "monthly" });
  return monthly !== null && isPaymentWithin(monthly, mostCad);
}

/** Ontario's Consumer Protection Act, s. 61: the APR must be as prominent as the payment. */
export function CardPayment({ listing }: { listing: PricedCar }) {
  const { terms, isYours, mostCad } = usePaymentTerms();
  const estimate = estimatePayment(listing, terms);
  if (!estimate) return <span className="card-payment">{m.listing_card_financing()}</span>;
  const locale = getLocale();
  if (estimate.paymentCad === 0)
    return (
      <span className="card-payment">
        {m.listing_card_covered({ down: sayCad(estimate.downCad) })}
      </span>
    );
  return (
    <span className="card-payment figures">
      {isYours ? m.listing_card_yours() : m.listing_card_estimate()}{" "}
      <b>{formatCad(Math.ceil(estimate.paymentCad), locale)}</b>{" "}
      {describeFrequency(estimate.frequency)}
      <br />
      <b>{m.listing_card_apr({ rate: formatPercent(estimate.aprPercent, locale) })}</b>{" "}
      {m.listing_card_months({ months: estimate.months })} · {describeTaxes(estimate.taxes)}
      {estimate.downCad > 0 && <> · {m.listing_card_down({ down: sayCad(estimate.downCad) })}</>}
      {isYours && isComfortable(listing, terms, mostCad) && (
        <>
          <br />
          <span className="card-payment__within">{m.listing_card_within()}</span>
        </>
      )}
    </span>
  );
}

/** Says that payments use the person's own credit, with a button to forget it. */
export function YourBudgetNote() {
  const { yours, terms } = usePaymentTerms();
  const { pathname, search } = useLocation();
  if (!yours) return null;
  return (
    <form method="post" action={hrefIn(paths.yourBudget())} className="your-budget">
      <span>{describeEstimate(yours, terms)}</span>
      <input type="hidden" name="returnTo" value={pathname + search} />
      <Button type="submit" variant="ghost" size="sm">
        {m.your_budget_forget()}
      </Button>
    </form>
  );
}

/**
 * The rate and the comfortable payment; if no payment may be shown, that cars are searched by it.
 */
export function describeEstimate(estimate: CreditEstimate, terms: ViewerTerms): string {
  const { comfortable, ratePercent } = estimate;
  if (findPaymentRestriction(terms, null)) return m.your_budget_quebec();
  const rate = formatPercent(ratePercent, getLocale());
  return comfortable?.paymentCad
    ? m.your_budget_shown({ rate, payment: describePayment(comfortable.paymentCad, terms) })
    : m.your_budget_shown_rate({ rate });
}

/** Switches payments between monthly and biweekly, everywhere from the next page on. */
export function PaymentSwitch({ className = "" }: { className?: string }) {
  const { terms } = usePaymentTerms();
  const { pathname, search } = useLocation();
  return (
    <form method="post" action={hrefIn(paths.payments())} className={`payment-switch ${className}`}>
      <input type="hidden" name="returnTo" value={pathname + search} />
      <fieldset className="segments">
        <legend className="sr-only">{m.payment_switch()}</legend>
        {SHOWN_FREQUENCIES.map((frequency) => (
          <button
            key={frequency}
            type="submit"
            name="every"
            value={frequency}
            aria-pressed={terms.frequency === frequency}
          >
            {frequency === "monthly"
              ? m.payment_switch_button_monthly()
              : m.payment_switch_button_biweekly()}
          </button>
        ))}
      </fieldset>
    </form>
  );
}

/** A button back to the default loan, for a person who chose another one on a listing. */
export function UsualLoanButton() {
  const { terms } = usePaymentTerms();
  const { pathname, search } = useLocation();
  const { downCad, months } = USUAL_LOAN;
  if (terms.downCad === downCad && terms.months === months) return null;
  return (
    <form method="post" action={hrefIn(paths.payments())} className="my-2">
      <input type="hidden" name="returnTo" value={pathname + search} />
      <input type="hidden" name={LOAN_FIELDS.down} value={downCad} />
      <Button type="submit" variant="ghost" size="sm" name={LOAN_FIELDS.months} value={months}>
        {m.payment_usual_loan({ months })}
      </Button>
    </form>
  );
}

/** "no down payment", "a down payment of $2,500". */
export function describeDown(downCad: number): string {
  return downCad > 0 ? m.payment_down({ down: sayCad(downCad) }) : m.payment_no_down();
}

function sayCad(amountCad: number): string {
  return formatCad(Math.round(amountCad), getLocale());
}

/** "incl. 13% HST", beside a payment. */
export function describeTaxes(taxes: PaymentEstimate["taxes"]): string {
  const due = taxes.filter(({ ratePercent }) => ratePercent > 0);
  if (due.length === 0) return m.listing_card_no_tax();
  const named = due.map(({ tax, ratePercent }) => describeTax(tax, ratePercent));
  return m.listing_card_with_tax({ taxes: named.join(" + ") });
}

export function describeFrequency(frequency: PaymentTerms["frequency"]): string {
  return frequency === "monthly" ? m.listing_card_monthly() : m.listing_card_frequency();
}
