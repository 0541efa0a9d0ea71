import {
  estimatePayment,
  computeShownPayment,
  type ViewerTerms,
} from "#domain/pricing/payment-estimate.ts";
import type { PaymentRestriction } from "#domain/pricing/payment-restriction.ts";
import { isOpen, type Range } from "#domain/search/facet-kinds.ts";
import { findSearchedPayment } from "#domain/pricing/credit-estimate.ts";
import { FACETS } from "#domain/search/facets.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { formatPercent } from "#values/format.ts";
import {
  describeDown,
  describePayment,
  usePaymentTerms,
} from "#pages/public/listing/your-budget.tsx";
import { type CarsQuery, EVERY_PARAM, WITHIN_BUDGET_PARAM } from "./cars-address.ts";
import type { CarsView } from "./cars.server.ts";
import { FacetGroup } from "./facet-group.tsx";
import { type ChangeEvent, useRef, useState, useSyncExternalStore } from "react";
import { formatCad } from "#values/money.ts";

const PRICE_STEPS = FACETS.price.steps;
const HIGHEST_PRICE_CAD = (PRICE_STEPS.count - 1) * PRICE_STEPS.size;
const PRICE_SLIDER_STEP_CAD = 1_000;
const PAYMENT_SLIDER_STEP_CAD = 10;
/** One bar covers two steps of the search's counts. */
const BAR_CAD = PRICE_STEPS.size * 2;

type BudgetFacetProps = { query: CarsQuery; view: CarsView };

/**
 * Price or payment: two ways to enter one range. If no payment may be shown there is only the
 * price.
 */
export function BudgetFacet({ query, view }: BudgetFacetProps) {
  const { terms: own, withheld } = usePaymentTerms();
  const showsPayments = withheld === null && view.paymentRestriction === null;
  // A chosen payment keeps its frequency; a new one has the visitor's frequency.
  const terms = isOpen(query.payment) ? own : { ...own, frequency: query.every };
  const isMonthly = terms.frequency === "monthly";
  return (
    <FacetGroup name="price">
      <WithinBudget query={query} />
      {withheld && <PaymentRestrictionNote restriction={withheld} />}
      {showsPayments && (
        <div className="segments segments--full mb-4">
          {(["price", "payment"] as const).map((by) => (
            <label key={by}>
              <input
                className="choice-input"
                type="radio"
                name="by"
                value={by}
                defaultChecked={query.by === by}
              />
              {by === "price"
                ? m.cars_budget_price()
                : isMonthly
                  ? m.cars_budget_payment_monthly()
                  : m.cars_budget_payment()}
            </label>
          ))}
        </div>
      )}
      <Histogram counts={view.counts.price} price={view.price} />
      <div className="budget-facet__price">
        <BudgetSlider
          names={["priceMin", "priceMax"]}
          range={query.price}
          highest={HIGHEST_PRICE_CAD}
          step={PRICE_SLIDER_STEP_CAD}
          labels={[m.cars_price_min(), m.cars_price_max()]}
        />
      </div>
      {showsPayments && (
        <div className="budget-facet__payment">
          {isMonthly && <input type="hidden" name={EVERY_PARAM} value="month" />}
          <BudgetSlider
            names={["payMin", "payMax"]}
            range={query.payment}
            highest={highestPayment(terms)}
            step={PAYMENT_SLIDER_STEP_CAD}
            labels={
              isMonthly
                ? [m.cars_payment_min_monthly(), m.cars_payment_max_monthly()]
                : [m.cars_payment_min(), m.cars_payment_max()]
            }
          />
          <TermsNote terms={terms} />
        </div>
      )}
    </FacetGroup>
  );
}

/** Shown instead of the choice between price and payment. */
function PaymentRestrictionNote({ restriction }: { restriction: PaymentRestriction }) {
  return (
    <p className="fine-print muted mb-3">
      {restriction === "quebec" ? m.cars_budget_quebec() : m.cars_budget_province_unknown()}
    </p>
  );
}

/** For visitors who told us their budget with an upper limit. */
function WithinBudget({ query }: { query: CarsQuery }) {
  const { yours, terms, withheld } = usePaymentTerms();
  const mostCad = yours && findSearchedPayment(yours);
  if (!yours || !mostCad) return null;
  return (
    <label className="checkbox-row mb-4">
      <input
        className="choice-input"
        type="checkbox"
        name={WITHIN_BUDGET_PARAM}
        value="yes"
        defaultChecked={query.isWithinBudget}
      />
      <i aria-hidden />
      {withheld
        ? m.your_budget_filter_quebec()
        : m.your_budget_filter({ payment: describePayment(mostCad, terms) })}
    </label>
  );
}

/** An example with an average tax, to scale the slider and to show the terms. */
const EXAMPLE_CAR = { priceCad: HIGHEST_PRICE_CAD, provinceCode: "ON", isDealer: true } as const;

/** Payments rise with prices nearly linearly, so both sliders can use the same bars. */
function highestPayment(terms: ViewerTerms): number {
  const payment = computeShownPayment(EXAMPLE_CAR, terms);
  return Math.max(1, Math.ceil(payment / PAYMENT_SLIDER_STEP_CAD)) * PAYMENT_SLIDER_STEP_CAD;
}

/** A payment is never shown without its terms. */
function TermsNote({ terms }: { terms: ViewerTerms }) {
  const estimate = estimatePayment(EXAMPLE_CAR, terms);
  if (!estimate) return null;
  return (
    <p className="fine-print muted mt-3">
      {m.cars_payment_terms({
        months: estimate.months,
        rate: formatPercent(estimate.aprPercent, getLocale()),
        down: describeDown(estimate.downCad),
      })}
    </p>
  );
}

/**
 * The distribution of prices with the other filters applied; decorative, because the numbers are
 * beside it.
 */
function Histogram({ counts, price }: { counts: Readonly<Record<string, number>>; price: Range }) {
  const countsOfBars = Array.from({ length: HIGHEST_PRICE_CAD / BAR_CAD }, () => 0);
  for (const [stepCad, count] of Object.entries(counts)) {
    // The last bar includes everything above it.
    const index = Math.min(Math.floor(Number(stepCad) / BAR_CAD), countsOfBars.length - 1);
    countsOfBars[index] = (countsOfBars[index] ?? 0) + count;
  }
  const bars = countsOfBars.map((count, index) => {
    const fromCad = index * BAR_CAD;
    const isIn =
      (price.min === null || fromCad + BAR_CAD > price.min) &&
      (price.max === null || fromCad <= price.max);
    return { fromCad, count, isIn };
  });
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <svg
      className="budget-facet__histogram"
      viewBox={`0 0 ${bars.length * 10} 60`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {bars.map(({ fromCad, count, isIn }, index) => {
        const height = count === 0 ? 1.5 : 4 + (count / most) * 56;
        return (
          <rect
            key={fromCad}
            className={isIn && count > 0 ? "budget-facet__chosen" : undefined}
            x={index * 10 + 1}
            width={8}
            y={60 - height}
            height={height}
            rx={1.5}
          />
        );
      })}
    </svg>
  );
}

type BudgetSliderProps = {
  /** The names of the two typed fields, lowest first: only they are sent. */
  names: readonly [string, string];
  labels: readonly [string, string];
  range: Range;
  highest: number;
  step: number;
};

/** Two typed amounts, and with script two handles that change them while dragged. */
function BudgetSlider({ names, labels, range, highest, step }: BudgetSliderProps) {
  const fields = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)] as const;
  const [[low, high], setEnds] = useState(() => findEnds(range, highest));
  const [shown, setShown] = useState(range);
  if (shown.min !== range.min || shown.max !== range.max) {
    // The address changed (a chip, Back): the handles follow and keep their focus.
    setShown(range);
    setEnds(findEnds(range, highest));
  }
  const hasScript = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  const draw = (end: 0 | 1) => (event: ChangeEvent<HTMLInputElement>) => {
    const drawn = Number(event.target.value);
    const value = end === 0 ? Math.min(drawn, high) : Math.max(drawn, low);
    setEnds(end === 0 ? [value, high] : [low, value]);
    const isOpenEnd = end === 0 ? value === 0 : value === highest;
    const field = fields[end].current;
    if (field) field.value = isOpenEnd ? "" : String(value);
  };
  const percent = (value: number) => `${(value / highest) * 100}%`;
  return (
    <>
      <div className="budget-slider">
        <svg aria-hidden>
          <rect x={percent(low)} width={percent(high - low)} height="100%" />
        </svg>
        {hasScript &&
          ([0, 1] as const).map((end) => (
            <input
              key={end}
              type="range"
              min={0}
              max={highest}
              step={step}
              value={end === 0 ? low : high}
              aria-label={labels[end]}
              aria-valuetext={formatCad(end === 0 ? low : high, getLocale())}
              onChange={draw(end)}
            />
          ))}
      </div>
      <div className="range-fields">
        {([0, 1] as const).map((end) => (
          <div key={end} className="field">
            <label htmlFor={`cars-${names[end]}`}>{end === 0 ? m.cars_from() : m.cars_to()}</label>
            <div className="control-unit">
              <input
                ref={fields[end]}
                className="control figures"
                id={`cars-${names[end]}`}
                name={names[end]}
                inputMode="numeric"
                autoComplete="off"
                maxLength={12}
                defaultValue={(end === 0 ? range.min : range.max) ?? ""}
                placeholder={end === 0 ? "0" : m.cars_any()}
              />
            </div>
          </div>
        ))}
      </div>
    </>
  );
}

function findEnds({ min, max }: Range, highest: number): [number, number] {
  return [Math.min(min ?? 0, highest), Math.min(max ?? highest, highest)];
}
