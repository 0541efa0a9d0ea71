import { redirect } from "react-router";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { answerSalePhotoUpload, type SalePhotosArgs } from "./sale-photos.server.ts";

/** Only the script of the photos' page has something to send here. */
export function loader() {
  return redirect(hrefIn(paths.sellCarPhotos()));
}

export function action(args: SalePhotosArgs): Promise<Response> {
  return answerSalePhotoUpload(args);
}
