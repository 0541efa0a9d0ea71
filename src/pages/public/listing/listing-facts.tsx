import {
  Armchair,
  CalendarDays,
  Car,
  Check,
  CircleDot,
  Cog,
  FileCheck2,
  Fuel,
  Gauge,
  Hash,
  type LucideIcon,
  Palette,
  Receipt,
  Settings2,
  Sparkles,
} from "lucide-react";
import type { ListingDetails } from "#domain/listing/listing-queries.server.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { CachedHtml } from "#ui/cached-html.tsx";
import { formatDate, formatKm, formatNumber } from "#values/format.ts";
import {
  bodyTypeLabel,
  colourLabel,
  conditionLabel,
  driveLabel,
  fuelLabel,
  transmissionLabel,
} from "#values/vehicle-label.ts";

/**
 * The facts of SPEC.md §2 "Listing detail", and the features. Facts that were not given are left
 * out.
 */
export function ListingFacts({
  listing,
  features,
}: {
  listing: ListingDetails;
  features: readonly string[];
}) {
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className="text-[1.75rem]">
        {m.listing_specifications()}
      </h2>
      <CachedHtml as="dl" className="listing-facts" of={Facts} props={pickFacts(listing)} />
      {features.length > 0 && (
        <>
          <h3 id="features" className="listing-features-title">
            {m.listing_features()}
          </h3>
          <CachedHtml
            as="ul"
            className="listing-features"
            aria-labelledby="features"
            of={Features}
            props={{ features }}
          />
        </>
      )}
    </section>
  );
}

type ShownFacts = ReturnType<typeof pickFacts>;

function pickFacts(listing: ListingDetails) {
  const { condition, odometerKm, engineCapacityCc, fuel, year, purchasedOn, registeredOn } =
    listing;
  const { transmission, bodyType, drive, seats, cylinders, exteriorColour, interiorColour } =
    listing;
  return {
    condition,
    odometerKm,
    engineCapacityCc,
    fuel,
    year,
    purchasedOn,
    registeredOn,
    transmission,
    bodyType,
    drive,
    seats,
    cylinders,
    exteriorColour,
    interiorColour,
    stockNumber: listing.isDealer ? listing.stockNumber : null,
  };
}

function Facts(listing: ShownFacts) {
  const locale = getLocale();
  const facts: [Icon: LucideIcon, label: string, value: string | null][] = [
    [Sparkles, m.listing_condition(), conditionLabel(listing.condition, locale)],
    [Gauge, m.listing_total_run(), formatKm(listing.odometerKm, locale)],
    [
      Cog,
      m.listing_engine_capacity(),
      listing.engineCapacityCc === null
        ? null
        : m.listing_cc({ capacity: formatNumber(listing.engineCapacityCc, locale) }),
    ],
    [Fuel, m.listing_fuel(), fuelLabel(listing.fuel, locale)],
    [CalendarDays, m.listing_year(), String(listing.year)],
    [
      Receipt,
      m.listing_purchased(),
      listing.purchasedOn && formatDate(listing.purchasedOn, locale),
    ],
    [
      FileCheck2,
      m.listing_registered(),
      listing.registeredOn && formatDate(listing.registeredOn, locale),
    ],
    [Settings2, m.listing_transmission(), transmissionLabel(listing.transmission, locale)],
    [Car, m.listing_type(), bodyTypeLabel(listing.bodyType, locale)],
    [CircleDot, m.listing_drive(), listing.drive && driveLabel(listing.drive, locale)],
    [Armchair, m.listing_seats(), listing.seats === null ? null : String(listing.seats)],
    [Cog, m.listing_cylinders(), listing.cylinders === null ? null : String(listing.cylinders)],
    [Palette, m.listing_exterior(), colourLabel(listing.exteriorColour, locale)],
    [
      Palette,
      m.listing_interior(),
      listing.interiorColour && colourLabel(listing.interiorColour, locale),
    ],
    [Hash, m.listing_stock_number(), listing.stockNumber],
  ];
  return facts.map(
    ([Icon, label, value]) =>
      value && (
        <div key={label}>
          <dt>
            <Icon className="icon" aria-hidden />
            {label}
          </dt>
          <dd className="figures">{value}</dd>
        </div>
      ),
  );
}

function Features({ features }: { features: readonly string[] }) {
  return features.map((feature) => (
    <li key={feature}>
      <Check className="icon" aria-hidden />
      {feature}
    </li>
  ));
}
