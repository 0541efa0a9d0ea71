import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { formatNumber } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import { LEAST_LISTINGS_OF_MODEL } from "#domain/pricing/price-model/fair-price.ts";
import { ComparablesTable } from "./comparables-table.tsx";
import type { PriceEstimate, PriceRange } from "#domain/pricing/price-estimate.ts";
import { PriceStrip } from "./price-strip.tsx";

type PriceEstimateViewProps = { estimate: PriceEstimate; askedCad?: number };

/** The estimate without a frame, for a card that has one. What it is not is said beside the figure. */
export function PriceEstimateView({ estimate, askedCad }: PriceEstimateViewProps) {
  if (!estimate.ok) return <NotEnoughData comparableCount={estimate.comparableCount} />;
  const locale = getLocale();
  return (
    <div className="mt-3">
      <p className="num font-display text-[26px] leading-tight font-extrabold">
        {m.price_estimate_between({
          low: formatCad(estimate.lowCad, locale),
          high: formatCad(estimate.highCad, locale),
        })}
      </p>
      <p className="mt-2">{m.price_estimate_what_it_is()}</p>
      <PriceStrip range={estimate} askedCad={askedCad} />
      <PriceGrounds range={estimate} />
      <ComparablesTable listings={estimate.comparables} hasPictures />
    </div>
  );
}

/** What the estimate stands on, and what it does not see. */
export function PriceGrounds({ range }: { range: PriceRange }) {
  const count = formatNumber(range.comparableCount, getLocale());
  return (
    <div className="small muted mt-4 grid gap-2">
      <p>{m.price_estimate_rests_on({ count })}</p>
      <p>{m.price_estimate_blind_spots()}</p>
    </div>
  );
}

function NotEnoughData({ comparableCount }: { comparableCount: number }) {
  const count = formatNumber(comparableCount, getLocale());
  return (
    <div className="mt-3">
      <p className="font-semibold">{m.price_estimate_none_title()}</p>
      <p className="mt-1">
        {comparableCount < LEAST_LISTINGS_OF_MODEL
          ? m.price_estimate_none_few({ least: LEAST_LISTINGS_OF_MODEL, count })
          : m.price_estimate_none_far({ count })}
      </p>
      <p className="small muted mt-2">{m.price_estimate_none_meaning()}</p>
    </div>
  );
}
