import { writeBillOfSalePdf } from "#domain/deal/bill-of-sale-pdf.ts";
import type { DealPageArgs } from "./deal-access.server.ts";
import { loadBillOfSale } from "./bill-of-sale.server.ts";

/** The bill of sale as a PDF, to print and sign. */
export async function loader(args: DealPageArgs): Promise<Response> {
  const { deal, bill } = await loadBillOfSale(args);
  const name = `bill-of-sale-${deal.reference}.pdf`;
  return new Response(new Uint8Array(writeBillOfSalePdf(bill)), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });
}
