import { data } from "react-router";
import { answerSalePhotoUpload, type SalePhotosArgs } from "./photos-page.server.ts";

/** Only the script of the photos' page comes here. */
export function loader() {
  throw data(null, { status: 404 });
}

export function action(args: SalePhotosArgs): Promise<Response> {
  return answerSalePhotoUpload(args);
}
