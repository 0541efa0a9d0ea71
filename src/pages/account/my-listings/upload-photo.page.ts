import { data } from "react-router";
import { answerListingPhotoUpload } from "./photos.server.ts";
import type { ListingPageArgs } from "./seller-access.server.ts";

/** Only the script of the photos' page comes here. */
export function loader() {
  throw data(null, { status: 404 });
}

export function action(args: ListingPageArgs): Promise<Response> {
  return answerListingPhotoUpload(args);
}
