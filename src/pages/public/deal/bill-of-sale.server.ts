import { buildBillOfSale } from "#domain/deal/bill-of-sale.ts";
import { loadParties } from "#domain/deal/deal-parties.server.ts";
import { listDeclaredLines } from "#domain/declaration/describe-declared.server.ts";
import { findPostedListing } from "#domain/listing/listing-queries.server.ts";
import { type DealPageArgs, requireDeal } from "./deal-access.server.ts";

/** The bill of sale of a deal that whoever asks may see, with the key they came by. */
export async function loadBillOfSale(args: DealPageArgs) {
  const { deal, key, visitor } = await requireDeal(args);
  const [parties, listing] = await Promise.all([
    loadParties(deal),
    deal.listingId ? findPostedListing(deal.listingId) : null,
  ]);
  const lines = listing && {
    en: listDeclaredLines(listing, "en"),
    fr: listDeclaredLines(listing, "fr"),
  };
  const bill = buildBillOfSale(deal, parties, lines);
  return { deal, bill, key, locale: visitor.locale };
}
