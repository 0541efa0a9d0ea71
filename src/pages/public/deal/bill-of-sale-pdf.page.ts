import type { DealPageArgs } from "./deal-access.server.ts";
import { respondWithPdf } from "./bill-of-sale-response.ts";
import { loadBillOfSale } from "./bill-of-sale.server.ts";

/** The bill of sale of a deal, to print and sign. */
export async function loader(args: DealPageArgs): Promise<Response> {
  const { deal, bill } = await loadBillOfSale(args);
  return respondWithPdf(bill, `bill-of-sale-${deal.reference}.pdf`);
}
