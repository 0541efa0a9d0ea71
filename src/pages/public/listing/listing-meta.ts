import { chooseCoverAddress } from "#domain/listing/listing-card.ts";
import type { ListingDetails } from "#domain/listing/listing-queries.server.ts";
import { isSold } from "#domain/listing/listing-state.ts";
import { formatCarName } from "#values/car-name.ts";
import { buildPhotoSource } from "#domain/listing/listing-photo.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { SHARED_PICTURE, sharedPictureUrl } from "#packages/car-illustration/picture-address";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { type SharedPicture, siteOrigin } from "#ui/page-meta.ts";
import { type Breadcrumb, breadcrumbData } from "#ui/structured-data.ts";
import { formatKm } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import type { ListingPageData } from "./listing.server.ts";

/** Title, description, shared picture and structured data of a listing's page. */
export function buildListingMeta(
  args: Parameters<typeof siteOrigin>[0],
  { listing, parents }: Pick<ListingPageData, "listing" | "parents">,
) {
  const title = formatCarName(listing);
  const locale = getLocale();
  const origin = siteOrigin(args);
  const buildAddress = (path: string) => `${origin}${hrefIn(path)}`;
  const location = m.listing_place({ city: listing.city, province: listing.provinceCode });
  const url = buildAddress(paths.listing(listing.id));
  return {
    title: `${title}, ${listing.city}`,
    description: m.listing_meta_description({
      title,
      place: location,
      price: formatCad(listing.priceCad, locale),
      km: formatKm(listing.odometerKm, locale),
    }),
    picture: choosePicture(listing, title),
    structuredData: listingStructuredData(listing, {
      url,
      pictureUrls: choosePicturePaths(listing).map((path) => `${origin}${path}`),
      breadcrumbs: [
        { name: m.listing_home(), url: buildAddress(paths.home()) },
        { name: m.listing_cars(), url: buildAddress(paths.cars()) },
        ...parents.map(({ name, path }) => ({ name, url: buildAddress(path) })),
        { name: title, url },
      ],
    }),
  };
}

/**
 * The picture of a shared link: the seller's first photo, or the drawn car in the size of social
 * networks.
 */
function choosePicture({ photo, illustration }: ListingDetails, alt: string): SharedPicture {
  if (photo) return { path: buildPhotoSource(photo).src, alt };
  const { widthPx, heightPx } = SHARED_PICTURE;
  return { path: sharedPictureUrl(illustration), alt, widthPx, heightPx };
}

function choosePicturePaths(listing: ListingDetails): string[] {
  const photos = listing.photos.map((photo) => buildPhotoSource(photo).src);
  return photos.length > 0 ? photos : [chooseCoverAddress(listing)];
}

const DRIVE = {
  fwd: "FrontWheelDriveConfiguration",
  rwd: "RearWheelDriveConfiguration",
  awd: "AllWheelDriveConfiguration",
  "4wd": "FourWheelDriveConfiguration",
} as const;

/** Structured data for search engines: the car, and the breadcrumbs. */
function listingStructuredData(
  listing: ListingDetails,
  place: { url: string; pictureUrls: readonly string[]; breadcrumbs: readonly Breadcrumb[] },
): Record<string, unknown> {
  return {
    "@context": "https://schema.org",
    "@graph": [carData(listing, place), breadcrumbData(place.breadcrumbs)],
  };
}

/**
 * schema.org/Car. A demo car is not for sale, so it has no offer. The VIN is not included, because
 * sellers are told that buyers do not see it.
 */
function carData(
  listing: ListingDetails,
  { url, pictureUrls }: { url: string; pictureUrls: readonly string[] },
): Record<string, unknown> {
  return {
    "@type": "Car",
    url,
    image: pictureUrls,
    description: listing.description,
    name: formatCarName(listing),
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
            url,
            seller: {
              "@type": listing.isDealer ? "AutoDealer" : "Person",
              name: listing.sellerName,
            },
            availability: `https://schema.org/${isSold(listing) ? "SoldOut" : "InStock"}`,
          },
        }),
  };
}
