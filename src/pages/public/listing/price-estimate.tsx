import { useId } from "react";
import { isSold } from "#domain/listing/listing-state.ts";
import { formatListingTitle } from "#domain/listing/listing.ts";
import type {
  ComparableListing,
  PriceEstimate,
  PriceRange,
  RatedPrice,
} from "#domain/pricing/price-estimate.ts";
import { LEAST_LISTINGS_OF_MODEL } from "#domain/pricing/price-model/fair-price.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { formatKm, formatNumber } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import { PRICE_RATING_WORDS } from "./price-rating-words.ts";
import { ListingPicture } from "./listing-picture.tsx";
import { PriceStrip } from "./price-strip.tsx";

type PriceEstimateViewProps = { estimate: PriceEstimate; askedCad?: number };

/** The estimate without a frame, for a card that has one. What it is not is said beside the figure. */
export function PriceEstimateView({ estimate, askedCad }: PriceEstimateViewProps) {
  if (!estimate.ok) return <NotEnoughData comparableCount={estimate.comparableCount} />;
  const locale = getLocale();
  return (
    <div className="mt-3">
      <p className="figures font-display text-[1.625rem] leading-tight font-extrabold">
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
function PriceGrounds({ range }: { range: PriceRange }) {
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

type PriceEstimateCardProps = {
  estimate: PriceEstimate;
  /** What is asked for the car, if that is known: marked among the others. */
  askedCad?: number;
  className?: string;
};

/** The estimate as a card of its own, for the page of a person who wants to sell. */
export function PriceEstimateCard({ estimate, askedCad, className = "" }: PriceEstimateCardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`card p-6 ${className}`.trim()}>
      <h2 id={id} className="text-[length:var(--fs-h3)]">
        {m.price_estimate_title()}
      </h2>
      <PriceEstimateView estimate={estimate} askedCad={askedCad} />
    </section>
  );
}

type ComparablesTableProps = {
  listings: readonly ComparableListing[];
  hasPictures?: boolean;
};

/** The listings that an estimate can be checked against, each with its page. */
function ComparablesTable({ listings, hasPictures = false }: ComparablesTableProps) {
  if (listings.length === 0) return null;
  const locale = getLocale();
  const numeric = "figures px-0 text-right whitespace-nowrap";
  return (
    <table className="mt-5">
      <caption className="text-left font-semibold">{m.price_estimate_comparables()}</caption>
      <thead>
        <tr>
          <th scope="col" className="pl-0">
            {m.price_estimate_column_car()}
          </th>
          <th scope="col" className="px-0 text-right">
            {m.price_estimate_column_odometer()}
          </th>
          <th scope="col" className="pr-0 text-right">
            {m.price_estimate_column_price()}
          </th>
        </tr>
      </thead>
      <tbody>
        {listings.map((listing) => (
          <tr key={listing.id}>
            <td className="pl-0">
              <div className="flex gap-x-3 gap-y-2 max-sm:flex-col sm:items-center">
                {hasPictures && (
                  <div className="aspect-16/10 w-24 flex-none overflow-hidden rounded-md bg-muted [&_img]:size-full [&_img]:object-cover">
                    <ListingPicture listing={listing} sizes="96px" widthsPx={[300]} isDecorative />
                  </div>
                )}
                <div>
                  <Link to={paths.listing(listing.id)}>{formatListingTitle(listing)}</Link>
                  <div className="fine-print muted">
                    {m.listing_place({ city: listing.city, province: listing.provinceCode })}
                    {isSold(listing) && ` · ${m.price_estimate_sold()}`}
                  </div>
                </div>
              </div>
            </td>
            <td className={numeric}>{formatKm(listing.odometerKm, locale)}</td>
            <td className={`${numeric} pl-3`}>{formatCad(listing.priceCad, locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** How a price stands to others like it, and behind a press everything that says so. */
export function PriceRatingNote({ rated, priceCad }: { rated: RatedPrice; priceCad: number }) {
  const locale = getLocale();
  const { words, look } = PRICE_RATING_WORDS[rated.rating];
  return (
    <div className="mt-3">
      <p>
        <span className={`chip ${look}`}>{words()}</span>
      </p>
      <details className="estimate-details mt-1">
        <summary>{m.price_rating_how()}</summary>
        <p className="small">{m.price_rating_compared()}</p>
        <p className="figures mt-2 font-semibold">
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
