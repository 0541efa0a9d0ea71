import { redirect } from "react-router";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";

/** The earlier address of the dealership's leads, which is in mails. */
export function loader() {
  return redirect(hrefIn(paths.dealerLeads()), 301);
}
