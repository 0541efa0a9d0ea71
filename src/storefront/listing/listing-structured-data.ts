import type { ListingDetails } from "./listing.server.ts";
import { isSold, listingTitle } from "./listing.ts";

const DRIVE = {
  fwd: "FrontWheelDriveConfiguration",
  rwd: "RearWheelDriveConfiguration",
  awd: "AllWheelDriveConfiguration",
  "4wd": "FourWheelDriveConfiguration",
} as const;

/** The listing as schema.org/Car, for search engines. A demo car is no offer, so it has none. */
export function listingStructuredData(listing: ListingDetails): Record<string, unknown> {
  return {
    "@context": "https://schema.org",
    "@type": "Car",
    name: listingTitle(listing),
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
