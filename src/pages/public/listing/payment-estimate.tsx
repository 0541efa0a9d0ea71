import { useEffect, useId, useState } from "react";
import { useLocation } from "react-router";
import type { ListingDetails } from "#domain/listing/listing-queries.server.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { formatPercent } from "#values/format.ts";
import { type LoanChoice, LOAN_FIELDS, LOAN_MONTHS } from "#values/loan-choice.ts";
import { formatCadCents } from "#values/money.ts";
import { readNumber } from "#values/number-reading.ts";
import { isProvince, provinceName, provincesByName } from "#values/province.ts";
import type { TaxCode, TaxNote } from "#values/tax-rates.ts";
import {
  type BuyerEstimate,
  ESTIMATE_FIELDS,
  type EstimateChoice,
  readEstimateChoice,
  writeEstimateChoice,
} from "./buyer-estimate.ts";
import { useChooseLoan } from "./your-budget-context.tsx";
import { usePaymentTerms } from "./your-budget.tsx";

const SLIDER_STEP_CAD = 250;

type EstimateFormProps = {
  listing: ListingDetails;
  choice: EstimateChoice;
  estimate: BuyerEstimate;
  onChange: (part: Partial<EstimateChoice>) => void;
};

/** The values that the buyer can change. Without script it is a form that reloads the page. */
export function EstimateForm({ listing, choice, estimate, onChange }: EstimateFormProps) {
  const id = useId();
  const locale = getLocale();
  // If payments are withheld, nothing may mention credit; only the taxes are shown.
  const isWithheld = estimate.payment.kind === "withheld";
  const amount = (name: "downCad" | "tradeInCad") => (event: { target: HTMLInputElement }) => {
    const { value } = event.target;
    const reading = value.trim() === "" ? { ok: true as const, value: 0 } : readNumber(value);
    if (reading.ok && reading.value >= 0) onChange({ [name]: reading.value });
  };
  return (
    <form
      method="post"
      action={hrefIn(paths.payments())}
      className="payment-estimate"
      onSubmit={(event) => {
        event.preventDefault();
        // Enter applies a field as leaving it does.
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      }}
    >
      <input type="hidden" name="listing" value={listing.id} />
      {!isWithheld && (
        <>
          <div className="flex items-center gap-3 justify-between">
            <label htmlFor={`${id}-down`} className="small">
              {m.listing_est_down()}
            </label>
            <span className="control-unit payment-estimate__amount">
              <input
                id={`${id}-down`}
                className="control figures"
                name={ESTIMATE_FIELDS.down}
                inputMode="decimal"
                autoComplete="off"
                key={`down ${choice.downCad}`}
                defaultValue={choice.downCad}
                onBlur={amount("downCad")}
              />
            </span>
          </div>
          <input
            type="range"
            className="payment-estimate__range with-script"
            aria-label={m.listing_est_down_slider()}
            min={0}
            max={Math.ceil(listing.priceCad / SLIDER_STEP_CAD) * SLIDER_STEP_CAD}
            step={SLIDER_STEP_CAD}
            value={choice.downCad}
            onChange={(event) => onChange({ downCad: Number(event.target.value) })}
          />
          <fieldset className="payment-estimate__term">
            <legend className="small flex items-center gap-3 justify-between">
              <span>{m.listing_est_term()}</span>
              <b className="figures">{m.listing_est_months({ months: choice.months })}</b>
            </legend>
            <div className="segments segments--full">
              {LOAN_MONTHS.map((months) => (
                <label key={months} className="figures">
                  <input
                    type="radio"
                    className="choice-input"
                    name={ESTIMATE_FIELDS.months}
                    value={months}
                    checked={choice.months === months}
                    onChange={() => onChange({ months })}
                    aria-label={m.listing_est_months({ months })}
                  />
                  {months}
                </label>
              ))}
            </div>
          </fieldset>
        </>
      )}
      <details className="estimate-details">
        <summary>{isWithheld ? m.listing_est_more_quebec() : m.listing_est_more()}</summary>
        <div className="stack pt-3">
          <Field
            id={`${id}-trade-in`}
            label={m.listing_est_trade_in()}
            hint={
              listing.isDealer ? m.listing_est_trade_in_dealer() : m.listing_est_trade_in_private()
            }
          >
            {(control) => (
              <span className="control-unit">
                <input
                  {...control}
                  className="control figures"
                  name={ESTIMATE_FIELDS.tradeIn}
                  inputMode="decimal"
                  autoComplete="off"
                  defaultValue={choice.tradeInCad}
                  onChange={amount("tradeInCad")}
                />
              </span>
            )}
          </Field>
          <Field id={`${id}-province`} label={m.listing_est_province()}>
            {(control) => (
              <select
                {...control}
                name={ESTIMATE_FIELDS.province}
                value={choice.provinceCode}
                onChange={({ target: { value } }) =>
                  isProvince(value) && onChange({ provinceCode: value })
                }
              >
                {provincesByName(locale).map((code) => (
                  <option key={code} value={code}>
                    {provinceName(code, locale)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {!isWithheld && (
            <Field
              id={`${id}-rate`}
              label={m.listing_est_rate()}
              hint={m.listing_est_rate_hint()}
              error={
                estimate.payment.kind === "above_legal_rate" ? m.listing_est_above_cap() : undefined
              }
            >
              {(control) => (
                <input
                  {...control}
                  className="control figures"
                  name={ESTIMATE_FIELDS.rate}
                  inputMode="decimal"
                  autoComplete="off"
                  defaultValue={choice.ratePercent}
                  onChange={(event) => {
                    const reading = readNumber(event.target.value, { min: 0, max: 1_000 });
                    if (reading.ok) onChange({ ratePercent: reading.value });
                  }}
                />
              )}
            </Field>
          )}
          <EstimateLines listing={listing} choice={choice} estimate={estimate} />
        </div>
      </details>
      <button
        type="submit"
        className={`${buttonClass({ variant: "ghost", size: "sm" })} without-script`}
      >
        {m.listing_est_update()}
      </button>
    </form>
  );
}

const TAX_NAMES: Readonly<Record<TaxCode, (words: { rate: string }) => string>> = {
  gst: m.listing_est_tax_gst,
  hst: m.listing_est_tax_hst,
  pst: m.listing_est_tax_pst,
  qst: m.listing_est_tax_qst,
  rst: m.listing_est_tax_rst,
};

const NOTES: Readonly<Record<TaxNote, () => string>> = {
  trade_in_pst_disputed: m.listing_est_disputed_note,
  unconfirmed: m.listing_est_unconfirmed_note,
};

type EstimateLinesProps = {
  listing: ListingDetails;
  choice: EstimateChoice;
  estimate: BuyerEstimate;
};

/** The calculation, line by line. */
function EstimateLines({ listing, choice, estimate }: EstimateLinesProps) {
  const locale = getLocale();
  const cad = (amountCad: number) => formatCadCents(amountCad, locale);
  const { tax, toFinanceCad, payment } = estimate;
  const less = (amountCad: number) => `−\u00a0${cad(amountCad)}`;
  const lines: [label: string, value: string, isSum?: true][] = [
    [m.listing_price(), cad(listing.priceCad)],
    ...tax.lines.map(({ tax: code, ratePercent, taxCad }): [string, string] => [
      TAX_NAMES[code]({ rate: formatPercent(ratePercent, locale) }),
      cad(taxCad),
    ]),
    [m.listing_est_total(), cad(tax.totalCad), true],
    ...(choice.tradeInCad > 0
      ? [[m.listing_est_trade_in(), less(choice.tradeInCad)] as [string, string]]
      : []),
    ...(choice.downCad > 0
      ? [[m.listing_est_down(), less(choice.downCad)] as [string, string]]
      : []),
  ];
  if (payment.kind === "loan") {
    lines.push(
      [m.listing_est_to_finance(), cad(toFinanceCad), true],
      [m.listing_est_cost(), cad(payment.quote.costOfBorrowingCad)],
      [m.listing_est_total_paid(), cad(payment.quote.totalPaidCad)],
    );
  }
  return (
    <div>
      <h2 className="text-base">{m.listing_est_lines()}</h2>
      <dl className="payment-estimate__lines figures">
        {lines.map(([label, value, isSum]) => (
          <div key={label} className={isSum ? "payment-estimate__total" : undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {tax.lines.length === 0 && <p className="fine-print muted mt-2">{m.listing_est_no_tax()}</p>}
      {!listing.isDealer && tax.lines.length > 0 && (
        <p className="fine-print muted mt-2">{m.listing_est_book_note()}</p>
      )}
      {tax.notes.map((note) => (
        <p key={note} className="fine-print muted mt-2">
          {NOTES[note]()}
        </p>
      ))}
    </div>
  );
}

type Car = Parameters<typeof readEstimateChoice>[1];

/** If storing it fails, the choice holds for this page only. */
function rememberLoan({ downCad, months }: LoanChoice): void {
  const { down, months: term } = LOAN_FIELDS;
  const body = new URLSearchParams({ [down]: String(downCad), [term]: String(months) });
  const post = { method: "POST", body, keepalive: true, redirect: "manual" } as const;
  void fetch(hrefIn(paths.payments()), post).catch(() => undefined);
}

/** Written after a pause: a slider sends many values while dragged. */
const WRITE_AFTER_MS = 300;

/**
 * The choice from the address and the remembered loan, changed at once with script. Down payment
 * and term are remembered for every car; the address changes without a navigation.
 */
export function useEstimateChoice(car: Car) {
  const { pathname, search } = useLocation();
  const { terms } = usePaymentTerms();
  const chooseLoan = useChooseLoan();
  const [ownLoan, setOwnLoan] = useState<LoanChoice | null>(null);
  const [choice, setChoice] = useState(() =>
    readEstimateChoice(new URLSearchParams(search), car, terms),
  );
  const written = writeEstimateChoice(choice, car, terms).toString();
  useEffect(() => {
    const timer = setTimeout(() => {
      // While another page loads, the address already belongs to that page.
      if (location.pathname !== pathname) return;
      const address = `${location.pathname}${written ? `?${written}` : ""}${location.hash}`;
      if (location.search.slice(1) !== written) history.replaceState(history.state, "", address);
    }, WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [pathname, written]);
  useEffect(() => {
    if (!ownLoan) return undefined;
    const timer = setTimeout(() => {
      chooseLoan(ownLoan);
      rememberLoan(ownLoan);
    }, WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [chooseLoan, ownLoan]);
  const change = (part: Partial<EstimateChoice>) => {
    const next = { ...choice, ...part };
    setChoice(next);
    if ("downCad" in part || "months" in part)
      setOwnLoan({ downCad: next.downCad, months: next.months });
  };
  return { choice, change };
}
