import { useId } from "react";
import { isSold } from "#domain/listing/listing-state.ts";
import type { ListingName } from "#domain/listing/listing.ts";
import { formatCarName } from "#values/car-name.ts";
import type {
  ComparableListing,
  PriceEstimate,
  PriceRange,
  RatedPrice,
} from "#domain/pricing/price-estimate.ts";
import type { PriceRating } from "#domain/pricing/price-model/price-rating.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { formatKm } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import { ListingPicture } from "./listing-picture.tsx";
import { describeBasis } from "./price-basis-words.ts";
import { PRICE_RATING_WORDS } from "./price-rating-words.ts";
import { PriceStrip } from "./price-strip.tsx";

/** The car to which the prices of listings are adjusted, as far as it is known. */
export type EstimatedCar = ListingName & { odometerKm: number };

type PriceEstimateViewProps = { estimate: PriceEstimate; car: EstimatedCar; askedCad?: number };

/**
 * The estimate without a frame, for a card that has one. Its limits are shown beside the figure.
 */
export function PriceEstimateView({ estimate, car, askedCad }: PriceEstimateViewProps) {
  if (!estimate.ok) return estimate.code === "branded" ? <BrandedNote /> : <NotEnoughData />;
  return (
    <div className="mt-3">
      <PriceRangeText
        range={estimate}
        className="font-display text-[1.625rem] leading-tight font-extrabold"
      />
      <p className="mt-2">{m.price_estimate_what_it_is()}</p>
      <PriceStrip range={estimate} askedCad={askedCad} />
      <PriceBasis range={estimate} />
      <Comparables range={estimate} car={car} hasPictures />
    </div>
  );
}

function PriceRangeText({ range, className }: { range: PriceRange; className: string }) {
  const locale = getLocale();
  return (
    <p className={`figures ${className}`}>
      {m.price_estimate_between({
        low: formatCad(range.lowCad, locale),
        high: formatCad(range.highCad, locale),
      })}
    </p>
  );
}

/** What the estimate is based on, and what it does not consider. */
function PriceBasis({ range }: { range: PriceRange }) {
  return (
    <div className="small muted mt-4 grid gap-2">
      <p>{describeBasis(range.basis)}</p>
      <p>{m.price_estimate_method()}</p>
      <p>{m.price_estimate_blind_spots()}</p>
    </div>
  );
}

function NotEnoughData() {
  return (
    <div className="mt-3">
      <p className="font-semibold">{m.price_estimate_none_title()}</p>
      <p className="mt-1">{m.price_estimate_none_few()}</p>
      <p className="small muted mt-2">{m.price_estimate_none_meaning()}</p>
    </div>
  );
}

/** Cars with a clean title say nothing about the value of a car with a bad title. */
export function BrandedNote() {
  return <p className="small mt-3">{m.price_estimate_branded()}</p>;
}

type PriceEstimateCardProps = PriceEstimateViewProps & { className?: string };

/** The estimate as a card of its own, for the page of a seller. */
export function PriceEstimateCard({ className = "", ...view }: PriceEstimateCardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`card p-6 ${className}`.trim()}>
      <h2 id={id} className="text-h3">
        {m.price_estimate_title()}
      </h2>
      <PriceEstimateView {...view} />
    </section>
  );
}

type ComparablesProps = { range: PriceRange; car: EstimatedCar; hasPictures?: boolean };

/** The comparable listings, each with its link and its adjusted price. */
function Comparables({ range: { comparables }, car, hasPictures = false }: ComparablesProps) {
  const id = useId();
  if (comparables.length === 0) return null;
  return (
    <>
      <p id={id} className="mt-5 font-semibold">
        {m.price_estimate_comparables()}
      </p>
      <ul aria-labelledby={id} className="mt-2 divide-y divide-(--line)">
        {comparables.map((listing) => (
          <li key={listing.id} className="flex gap-3 py-3">
            {hasPictures && (
              <div className="aspect-16/10 w-24 flex-none self-start overflow-hidden rounded-md bg-muted [&_img]:size-full [&_img]:object-cover">
                <ListingPicture listing={listing} sizes="96px" widthsPx={[300]} isDecorative />
              </div>
            )}
            <div className="min-w-0 flex-1">
              <Link to={paths.listing(listing.id)}>{formatCarName(listing)}</Link>
              <p className="fine-print muted">{describeListing(listing)}</p>
              <AdjustedPrice listing={listing} car={car} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function describeListing({
  city,
  provinceCode,
  odometerKm,
  priceCad,
  ...listing
}: ComparableListing) {
  const locale = getLocale();
  const price = formatCad(priceCad, locale);
  return [
    m.listing_place({ city, province: provinceCode }),
    formatKm(odometerKm, locale),
    isSold(listing) ? m.price_comparable_asked({ price }) : m.price_comparable_asks({ price }),
  ].join(" · ");
}

/** A listing's price adjusted to this car; the amount of each difference is behind a button. */
function AdjustedPrice({ listing, car }: { listing: ComparableListing; car: EstimatedCar }) {
  const locale = getLocale();
  const { adjustments, adjustedCad } = listing;
  if (adjustments.length === 0) return <p className="small">{m.price_comparable_alike()}</p>;
  return (
    <details className="small">
      <summary className="figures min-h-11 cursor-pointer content-center font-semibold">
        {m.price_comparable_adjusted({ price: formatCad(adjustedCad, locale) })}
      </summary>
      <ul className="figures muted grid gap-1">
        {adjustments.map(({ difference, amountCad }) => (
          <li key={difference}>
            {m.price_comparable_difference({
              difference: describeDifference(difference, listing, car),
              amount: formatChange(amountCad),
            })}
          </li>
        ))}
      </ul>
    </details>
  );
}

function describeDifference(
  difference: ComparableListing["adjustments"][number]["difference"],
  listing: ComparableListing,
  car: EstimatedCar,
): string {
  const locale = getLocale();
  switch (difference) {
    case "model":
      return insteadOf(`${car.make} ${car.model}`, `${listing.make} ${listing.model}`);
    case "year":
      return insteadOf(String(car.year), String(listing.year));
    case "odometer":
      return insteadOf(formatKm(car.odometerKm, locale), formatKm(listing.odometerKm, locale));
    case "trim":
      return car.trim && listing.trim && car.trim !== listing.trim
        ? insteadOf(car.trim, listing.trim)
        : m.price_comparable_version();
  }
}

function insteadOf(wanted: string, input: string): string {
  return m.price_comparable_instead({ wanted, given: input });
}

/** "+$3,100", "−$800". */
function formatChange(amountCad: number): string {
  return `${amountCad < 0 ? "−" : "+"}${formatCad(Math.abs(amountCad), getLocale())}`;
}

/** The rating of a price on a scale, with details behind a button. */
export function PriceRatingNote(props: { rated: RatedPrice; car: EstimatedCar; priceCad: number }) {
  const { rated, car, priceCad } = props;
  return (
    <div className="mt-3">
      <p>
        {rated.rating ? (
          <span className={`chip ${PRICE_RATING_WORDS[rated.rating].className}`}>
            {PRICE_RATING_WORDS[rated.rating].words()}
          </span>
        ) : (
          <span className="small">{m.price_rating_none()}</span>
        )}
      </p>
      <PriceStrip range={rated} askedCad={priceCad} />
      <p className="small muted mt-2">{describeBasis(rated.basis)}</p>
      <details className="estimate-details mt-1">
        <summary>{m.price_rating_how()}</summary>
        <PriceRangeText range={rated} className="font-semibold" />
        <ZonesTable range={rated} />
        <Comparables range={rated} car={car} />
        <div className="small muted mt-4 grid gap-2">
          <p>{m.price_estimate_method()}</p>
          <p>{m.price_estimate_blind_spots()}</p>
          <p>{m.price_estimate_what_it_is()}</p>
        </div>
      </details>
    </div>
  );
}

/** The price limits of each rating for this car: the same as the strip, as a table. */
function ZonesTable({ range }: { range: PriceRange }) {
  const cad = (amountCad: number) => formatCad(amountCad, getLocale());
  const [low, high] = [cad(range.fairFromCad), cad(range.fairToCad)];
  const zones: [PriceRating, string][] = [
    ["great", m.price_zone_under({ price: cad(range.lowCad) })],
    ["good", m.price_zone_between({ low: cad(range.lowCad), high: low })],
    ["fair", m.price_zone_between({ low, high })],
    ["high", m.price_zone_between({ low: high, high: cad(range.highCad) })],
    ["above_market", m.price_zone_over({ price: cad(range.highCad) })],
  ];
  return (
    <table className="mt-2">
      <caption className="text-left font-semibold">{m.price_zones_title()}</caption>
      <tbody>
        {zones.map(([rating, prices]) => (
          <tr key={rating}>
            <th scope="row" className="px-0 py-1 text-left font-normal">
              {PRICE_RATING_WORDS[rating].words()}
            </th>
            <td className="figures px-0 py-1 text-right whitespace-nowrap">{prices}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
