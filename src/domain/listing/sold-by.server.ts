import { eq, or, type SQL } from "drizzle-orm";
import { listingTable } from "./listing.table.ts";
import type { Seller } from "./seller-side.ts";

/** The listings of a person and of their dealership: `isSellerOf` as a condition of a query. */
export function isSoldBy({ id, dealership }: Seller): SQL | undefined {
  const isOwn = eq(listingTable.sellerId, id);
  return dealership ? or(isOwn, eq(listingTable.dealershipId, dealership.id)) : isOwn;
}
