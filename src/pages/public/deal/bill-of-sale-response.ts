import type { BillOfSale } from "#domain/deal/bill-of-sale.ts";
import { writeBillOfSalePdf } from "#domain/deal/bill-of-sale-pdf.ts";

/** The bill of sale as a PDF, to print and sign. */
export function respondWithPdf(bill: BillOfSale, fileName: string): Response {
  return new Response(new Uint8Array(writeBillOfSalePdf(bill)), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="${fileName}"`,
      "cache-control": "no-store",
    },
  });
}
