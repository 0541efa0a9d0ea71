import { buildBillOfSale } from "#domain/deal/bill-of-sale.ts";
import { loadParties } from "#domain/deal/deal-parties.server.ts";
import { type DealPageArgs, requireDeal } from "./deal-access.server.ts";

/** The bill of sale of a deal that whoever asks may see, with the key they came by. */
export async function loadBillOfSale(args: DealPageArgs) {
  const { deal, key, visitor } = await requireDeal(args);
  const bill = buildBillOfSale(deal, await loadParties(deal));
  return { deal, bill, key, locale: visitor.locale };
}
