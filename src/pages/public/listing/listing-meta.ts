import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { siteOrigin } from "#ui/page-meta.ts";
import { chooseCoverAddress } from "#domain/listing/listing-card.ts";
import type { ListingDetails } from "#domain/listing/listing-queries.server.ts";
import { formatListingTitle } from "#domain/listing/listing.ts";
import { listingStructuredData } from "./listing-structured-data.ts";

/** Title, description and structured data of a listing's page. */
export function listingMeta(args: Parameters<typeof siteOrigin>[0], listing: ListingDetails) {
  const title = formatListingTitle(listing);
  const origin = siteOrigin(args);
  const addressOf = (path: string) => `${origin}${hrefIn(path)}`;
  const place = m.listing_place({ city: listing.city, province: listing.provinceCode });
  const url = addressOf(paths.listing(listing.id));
  return {
    title,
    description: m.listing_meta_description({ title, place }),
    structuredData: listingStructuredData(listing, {
      url,
      pictureUrl: `${origin}${chooseCoverAddress(listing)}`,
      breadcrumbs: [
        { name: m.listing_home(), url: addressOf(paths.home()) },
        { name: m.listing_cars(), url: addressOf(paths.cars()) },
        { name: title, url },
      ],
    }),
  };
}
