import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { formatDate, formatKm, formatNumber } from "#vocabulary/format.ts";
import {
  bodyTypeLabel,
  colourLabel,
  conditionLabel,
  driveLabel,
  fuelLabel,
  transmissionLabel,
} from "#vocabulary/vehicle-label.ts";
import type { ListingDetails } from "./listing.server.ts";

/** The facts of SPEC.md §2 "Listing detail". What the seller did not say is left out. */
export function ListingFacts({ listing }: { listing: ListingDetails }) {
  const locale = getLocale();
  const facts: [label: string, value: string | null][] = [
    [m.listing_condition(), conditionLabel(listing.condition, locale)],
    [m.listing_total_run(), formatKm(listing.odometerKm, locale)],
    [
      m.listing_engine_capacity(),
      listing.engineCapacityCc === null
        ? null
        : m.listing_cc({ capacity: formatNumber(listing.engineCapacityCc, locale) }),
    ],
    [m.listing_fuel(), fuelLabel(listing.fuel, locale)],
    [m.listing_year(), String(listing.year)],
    [m.listing_purchased(), listing.purchasedOn && formatDate(listing.purchasedOn, locale)],
    [m.listing_registered(), listing.registeredOn && formatDate(listing.registeredOn, locale)],
    [m.listing_transmission(), transmissionLabel(listing.transmission, locale)],
    [m.listing_drive(), listing.drive && driveLabel(listing.drive, locale)],
    [m.listing_type(), bodyTypeLabel(listing.bodyType, locale)],
    [m.listing_exterior(), colourLabel(listing.exteriorColour, locale)],
    [m.listing_interior(), listing.interiorColour && colourLabel(listing.interiorColour, locale)],
  ];
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className="text-[28px]">
        {m.listing_specifications()}
      </h2>
      <dl className="mt-5 grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-border bg-border sm:grid-cols-3">
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label} className="bg-card p-4">
                <dt className="small muted">{label}</dt>
                <dd className="num font-semibold">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
