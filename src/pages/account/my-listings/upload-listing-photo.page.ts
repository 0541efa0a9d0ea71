import { redirectTo } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { handleListingPhotoUpload } from "./listing-photos-page.server.ts";
import { type ListingPageArgs, requireListing } from "./seller-access.server.ts";

/** Only the script of the photos' page posts to this address. */
export async function loader(args: ListingPageArgs) {
  const { listing } = await requireListing(args, "changeAnyPhotos");
  return redirectTo(hrefIn(paths.listingPhotos(listing.id)));
}

export function action(args: ListingPageArgs): Promise<Response> {
  return handleListingPhotoUpload(args);
}
