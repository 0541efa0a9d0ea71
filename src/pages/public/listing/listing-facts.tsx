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
import { formatDate, formatKm } from "#values/format.ts";
import type { SpecificationLine, SpecificationName } from "#values/specification.ts";
import {
  bodyTypeLabel,
  colourLabel,
  conditionLabel,
  fuelLabel,
  transmissionLabel,
} from "#values/vehicle-label.ts";

/**
 * The facts of SPEC.md §2 "Listing detail", and the features. Facts that were not given are left
 * out.
 */
export function ListingFacts({
  listing,
  specifications,
  features,
}: {
  listing: ListingDetails;
  specifications: readonly SpecificationLine[];
  features: readonly string[];
}) {
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className="text-page-title">
        {m.listing_specifications()}
      </h2>
      <CachedHtml
        as="dl"
        className="listing-facts"
        of={Facts}
        props={{ ...pickFacts(listing), specifications }}
      />
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

type ShownFacts = ReturnType<typeof pickFacts> & { specifications: readonly SpecificationLine[] };

function pickFacts(listing: ListingDetails) {
  const { condition, odometerKm, fuel, year, purchasedOn, registeredOn } = listing;
  const { transmission, bodyType, exteriorColour, interiorColour } = listing;
  return {
    condition,
    odometerKm,
    fuel,
    year,
    purchasedOn,
    registeredOn,
    transmission,
    bodyType,
    exteriorColour,
    interiorColour,
    stockNumber: listing.isDealer ? listing.stockNumber : null,
  };
}

type Fact = [Icon: LucideIcon, label: string, value: string | null];

/** Of those that say nothing of the engine. */
const ICONS: Partial<Record<SpecificationName, LucideIcon>> = { drive: CircleDot, seats: Armchair };

function Facts(listing: ShownFacts) {
  const locale = getLocale();
  const toFact = ({ name, label, value }: SpecificationLine): Fact => [
    ICONS[name] ?? Cog,
    label,
    value,
  ];
  // SPEC.md §2 has the engine's capacity before the others.
  const isCapacity = ({ name }: SpecificationLine) => name === "engineCapacityCc";
  const facts: Fact[] = [
    [Sparkles, m.listing_condition(), conditionLabel(listing.condition, locale)],
    [Gauge, m.listing_total_run(), formatKm(listing.odometerKm, locale)],
    ...listing.specifications.filter(isCapacity).map(toFact),
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
    ...listing.specifications.filter((line) => !isCapacity(line)).map(toFact),
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
