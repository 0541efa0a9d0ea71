import { useId } from "react";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { readNumber } from "#values/number-reading.ts";
import { provinceName, provincesByName } from "#values/province.ts";
import type { ListingDetails } from "#domain/listing/listing-queries.server.ts";
import {
  type BuyerEstimate,
  ESTIMATE_FIELDS,
  ESTIMATE_MONTHS,
  type EstimateChoice,
} from "./buyer-estimate.ts";
import { EstimateLines } from "./estimate-lines.tsx";

const SLIDER_STEP_CAD = 250;

type EstimateFormProps = {
  listing: ListingDetails;
  choice: EstimateChoice;
  estimate: BuyerEstimate;
  onChange: (part: Partial<EstimateChoice>) => void;
};

/** What the buyer can change. Without script it is a form that asks for the same page again. */
export function EstimateForm({ listing, choice, estimate, onChange }: EstimateFormProps) {
  const id = useId();
  const locale = getLocale();
  const amount = (name: "downCad" | "tradeInCad") => (event: { target: HTMLInputElement }) => {
    const { value } = event.target;
    const reading = value.trim() === "" ? { ok: true as const, value: 0 } : readNumber(value);
    if (reading.ok && reading.value >= 0) onChange({ [name]: reading.value });
  };
  return (
    <form
      method="get"
      action={hrefIn(paths.listing(listing.id))}
      className="lp-est"
      onSubmit={(event) => {
        event.preventDefault();
        // Enter is done with a field as leaving it is.
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      }}
    >
      <div className="row between">
        <label htmlFor={`${id}-down`} className="small">
          {m.listing_est_down()}
        </label>
        <span className="pre lp-amount">
          <input
            id={`${id}-down`}
            className="in num"
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
        className="lp-range with-script"
        aria-label={m.listing_est_down_slider()}
        min={0}
        max={Math.ceil(listing.priceCad / SLIDER_STEP_CAD) * SLIDER_STEP_CAD}
        step={SLIDER_STEP_CAD}
        value={choice.downCad}
        onChange={(event) => onChange({ downCad: Number(event.target.value) })}
      />
      <fieldset className="lp-term">
        <legend className="small row between">
          <span>{m.listing_est_term()}</span>
          <b className="num">{m.listing_est_months({ months: choice.months })}</b>
        </legend>
        <div className="seg full">
          {ESTIMATE_MONTHS.map((months) => (
            <label key={months} className="num">
              <input
                type="radio"
                className="over"
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
      <details className="lp-more">
        <summary>{m.listing_est_more()}</summary>
        <div className="stack pt-3">
          <Field
            id={`${id}-trade-in`}
            label={m.listing_est_trade_in()}
            hint={
              listing.isDealer ? m.listing_est_trade_in_dealer() : m.listing_est_trade_in_private()
            }
          >
            {(control) => (
              <span className="pre">
                <input
                  {...control}
                  className="in num"
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
                onChange={(event) =>
                  onChange({ provinceCode: event.target.value as EstimateChoice["provinceCode"] })
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
          {choice.provinceCode !== "QC" && (
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
                  className="in num"
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
        className={`${buttonClass({ look: "ghost", size: "sm" })} without-script`}
      >
        {m.listing_est_update()}
      </button>
    </form>
  );
}
