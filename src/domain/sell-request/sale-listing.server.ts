import { eq } from "drizzle-orm";
import { db, type Queryable } from "#platform/database/database.server.ts";
import type { ListingState } from "#domain/listing/listing-state.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { saleListingTable } from "./sale-listing.table.ts";

export type SaleListing = {
  id: string;
  state: ListingState;
  /** Held for a bidder. */
  isReserved: boolean;
  sellerId: string;
};

/** The listing that a request became; null where it did not, or where it was removed again. */
export async function saleListingOf(
  leadId: string,
  queryable: Queryable = db(),
): Promise<SaleListing | null> {
  const [found] = await queryable
    .select({
      id: listingTable.id,
      state: listingTable.state,
      reservedAt: listingTable.reservedAt,
      sellerId: listingTable.sellerId,
    })
    .from(saleListingTable)
    .innerJoin(listingTable, eq(listingTable.id, saleListingTable.listingId))
    .where(eq(saleListingTable.leadId, leadId));
  if (!found) return null;
  const { id, state, reservedAt, sellerId } = found;
  return { id, state, isReserved: reservedAt !== null, sellerId };
}
