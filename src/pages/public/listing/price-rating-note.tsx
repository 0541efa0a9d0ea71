import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { formatCad } from "#values/money.ts";
import type { PriceRating } from "#domain/pricing/price-model/fair-price.ts";
import { ComparablesTable } from "./comparables-table.tsx";
import type { RatedPrice } from "#domain/pricing/price-estimate.ts";
import { PriceGrounds } from "./price-estimate-view.tsx";
import { PriceStrip } from "./price-strip.tsx";

const RATINGS: Readonly<Record<PriceRating, { words: () => string; look: string }>> = {
  great: { words: m.price_rating_great, look: "ok" },
  good: { words: m.price_rating_good, look: "ok" },
  fair: { words: m.price_rating_fair, look: "info" },
  high: { words: m.price_rating_high, look: "warn" },
  above_market: { words: m.price_rating_above_market, look: "warn" },
};

/** How a price stands to others like it, and behind a press everything that says so. */
export function PriceRatingNote({ rated, priceCad }: { rated: RatedPrice; priceCad: number }) {
  const locale = getLocale();
  const { words, look } = RATINGS[rated.rating];
  return (
    <div className="mt-3">
      <p>
        <span className={`chip ${look}`}>{words()}</span>
      </p>
      <details className="lp-more mt-1">
        <summary>{m.price_rating_how()}</summary>
        <p className="small">{m.price_rating_compared()}</p>
        <p className="num mt-2 font-semibold">
          {m.price_estimate_between({
            low: formatCad(rated.lowCad, locale),
            high: formatCad(rated.highCad, locale),
          })}
        </p>
        <PriceStrip range={rated} askedCad={priceCad} />
        <ComparablesTable listings={rated.comparables} />
        <PriceGrounds range={rated} />
        <p className="small muted mt-2">{m.price_estimate_what_it_is()}</p>
      </details>
    </div>
  );
}
