import type { ListingDetails } from "#domain/listing/listing-queries.server.ts";
import { isSold } from "#domain/listing/listing-state.ts";
import { formatListingTitle } from "#domain/listing/listing.ts";

const DRIVE = {
  fwd: "FrontWheelDriveConfiguration",
  rwd: "RearWheelDriveConfiguration",
  awd: "AllWheelDriveConfiguration",
  "4wd": "FourWheelDriveConfiguration",
} as const;

/** Where the page stands, as the page itself shows it above the pictures. */
export type Breadcrumb = { name: string; url: string };

/** Two statements for search engines: the car, and the way to its page. */
export function listingStructuredData(
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
