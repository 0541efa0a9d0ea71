import { eq } from "drizzle-orm";
import { db, type Queryable } from "#platform/database/database.server.ts";
import type { ListingState } from "#storefront/listing/listing.ts";
import { listingTable } from "#storefront/listing/listing.table.ts";
import { saleListingTable } from "./sale-listing.table.ts";

/** The listing that a request became; null where it did not, or where it was removed again. */
export async function saleListingOf(
  leadId: string,
  queryable: Queryable = db(),
): Promise<{ id: string; state: ListingState; sellerId: string } | null> {
  const [found] = await queryable
    .select({ id: listingTable.id, state: listingTable.state, sellerId: listingTable.sellerId })
    .from(saleListingTable)
    .innerJoin(listingTable, eq(listingTable.id, saleListingTable.listingId))
    .where(eq(saleListingTable.leadId, leadId));
  return found ? { ...found, state: found.state as ListingState } : null;
}
