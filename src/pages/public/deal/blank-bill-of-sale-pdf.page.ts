import { data } from "react-router";
import { buildBlankBillOfSale } from "#domain/deal/bill-of-sale.ts";
import { isProvince } from "#values/province.ts";
import type { Route } from "./+types/blank-bill-of-sale-pdf.page.ts";
import { respondWithPdf } from "./bill-of-sale-response.ts";

/** The blank bill of sale of a province, to print and fill in by hand. */
export function loader({ request }: Route.LoaderArgs): Response {
  const province = new URL(request.url).searchParams.get("province");
  if (!isProvince(province)) throw data(null, { status: 404 });
  return respondWithPdf(buildBlankBillOfSale(province), `bill-of-sale-${province}.pdf`);
}
