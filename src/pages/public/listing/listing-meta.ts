import { chooseCoverAddress } from "#domain/listing/listing-card.ts";
import type { ListingDetails } from "#domain/listing/listing-queries.server.ts";
import { isSold } from "#domain/listing/listing-state.ts";
import { formatListingTitle } from "#domain/listing/listing.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { siteOrigin } from "#ui/page-meta.ts";

/** Title, description and structured data of a listing's page. */
export function buildListingMeta(args: Parameters<typeof siteOrigin>[0], listing: ListingDetails) {
  const title = formatListingTitle(listing);
  const origin = siteOrigin(args);
  const buildAddress = (path: string) => `${origin}${hrefIn(path)}`;
  const place = m.listing_place({ city: listing.city, province: listing.provinceCode });
  const url = buildAddress(paths.listing(listing.id));
  return {
    title,
    description: m.listing_meta_description({ title, place }),
    structuredData: listingStructuredData(listing, {
      url,
      pictureUrl: `${origin}${chooseCoverAddress(listing)}`,
      breadcrumbs: [
        { name: m.listing_home(), url: buildAddress(paths.home()) },
        { name: m.listing_cars(), url: buildAddress(paths.cars()) },
        { name: title, url },
      ],
    }),
  };
}

const DRIVE = {
  fwd: "FrontWheelDriveConfiguration",
  rwd: "RearWheelDriveConfiguration",
  awd: "AllWheelDriveConfiguration",
  "4wd": "FourWheelDriveConfiguration",
} as const;

/** Where the page stands, as the page itself shows it above the pictures. */
type Breadcrumb = { name: string; url: string };

/** Two statements for search engines: the car, and the way to its page. */
function listingStructuredData(
  listing: ListingDetails,
  place: { url: string; pictureUrl: string; breadcrumbs: readonly Breadcrumb[] },
): Record<string, unknown> {
  return {
    "@context": "https://schema.org",
    "@graph": [carData(listing, place), breadcrumbData(place.breadcrumbs)],
  };
}

function breadcrumbData(breadcrumbs: readonly Breadcrumb[]): Record<string, unknown> {
  return {
    "@type": "BreadcrumbList",
    itemListElement: breadcrumbs.map(({ name, url }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: url,
    })),
  };
}

/** schema.org/Car. A demo car is no offer, so it has none. */
function carData(
  listing: ListingDetails,
  { url, pictureUrl }: { url: string; pictureUrl: string },
): Record<string, unknown> {
  return {
    "@type": "Car",
    url,
    image: pictureUrl,
    description: listing.description,
    name: formatListingTitle(listing),
    brand: { "@type": "Brand", name: listing.make },
    model: listing.model,
    vehicleModelDate: String(listing.year),
    itemCondition:
      listing.condition === "new"
        ? "https://schema.org/NewCondition"
        : "https://schema.org/UsedCondition",
    mileageFromOdometer: {
      "@type": "QuantitativeValue",
      value: listing.odometerKm,
      unitCode: "KMT",
    },
    bodyType: listing.bodyType,
    color: listing.exteriorColour,
    vehicleTransmission: listing.transmission,
    vehicleEngine: { "@type": "EngineSpecification", fuelType: listing.fuel },
    ...(listing.seats === null ? {} : { vehicleSeatingCapacity: listing.seats }),
    ...(listing.drive
      ? { driveWheelConfiguration: `https://schema.org/${DRIVE[listing.drive]}` }
      : {}),
    ...(listing.isDemo
      ? {}
      : {
          offers: {
            "@type": "Offer",
            price: listing.priceCad,
            priceCurrency: "CAD",
            availability: `https://schema.org/${isSold(listing) ? "SoldOut" : "InStock"}`,
          },
        }),
  };
}
