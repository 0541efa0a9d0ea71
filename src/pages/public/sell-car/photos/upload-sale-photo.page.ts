import { redirect } from "react-router";
import type { PageArgs } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { handleSalePhotoUpload } from "./sale-photos.server.ts";

/** Only the script of the photos' page posts to this address. */
export function loader() {
  return redirect(hrefIn(paths.sellCarPhotos()));
}

export function action(args: PageArgs): Promise<Response> {
  return handleSalePhotoUpload(args);
}
