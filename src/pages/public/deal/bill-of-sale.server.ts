import { buildBillOfSale } from "#domain/deal/bill-of-sale.ts";
import type { Deal } from "#domain/deal/deal.table.ts";
import { loadParties } from "#domain/deal/deal-parties.server.ts";
import { listDeclaredLines } from "#domain/declaration/describe-declared.server.ts";
import type { Declared } from "#domain/declaration/declaration.ts";
import { findDeclaredInRequest } from "#domain/sell-request/find-declared.server.ts";
import { db } from "#platform/database/database.server.ts";
import { findPostedListing } from "#domain/listing/listing-queries.server.ts";
import { type DealPageArgs, requireDeal } from "./deal-access.server.ts";

/** The bill of sale of a deal that the visitor may see, with the key of their link. */
export async function loadBillOfSale(args: DealPageArgs) {
  const { deal, key, visitor } = await requireDeal(args);
  const [parties, declared] = await Promise.all([loadParties(deal), findDeclared(deal)]);
  const lines = declared && {
    en: listDeclaredLines(declared, "en"),
    fr: listDeclaredLines(declared, "fr"),
  };
  const bill = buildBillOfSale(deal, parties, lines);
  return { deal, bill, key, locale: visitor.locale };
}

/** The declared facts of the listing of the bid, or of the sell request of the dealer offer. */
async function findDeclared({ listingId, leadId }: Deal): Promise<Declared | null> {
  if (listingId) return findPostedListing(listingId);
  return leadId === null ? null : findDeclaredInRequest(db(), leadId);
}
