import { eq } from "drizzle-orm";
import { may } from "#domain/identity/permission.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { listingTable } from "./listing.table.ts";
import { isListingId, type ListingState } from "./listing.ts";

export type EditableListing = Omit<typeof listingTable.$inferSelect, "state"> & {
  state: ListingState;
};

/** The seller, and staff in their place: nobody else may change a listing or see it unpublished. */
export function mayEdit(user: SignedInUser, listing: { sellerId: string }): boolean {
  if (user.id === listing.sellerId) return may(user, "editOwnListing");
  return may(user, "reviewListings");
}

/**
 * A listing that the person may edit. Null where there is none, where it was removed, and where it
 * is somebody else's: from outside these look the same.
 */
export async function editableListing(
  user: SignedInUser,
  id: string,
): Promise<EditableListing | null> {
  if (!isListingId(id)) return null;
  const [row] = await db().select().from(listingTable).where(eq(listingTable.id, id));
  return checked(user, row);
}

/** The same, locked until the transaction ends. */
export async function lockListing(
  transaction: Transaction,
  user: SignedInUser,
  id: string,
): Promise<EditableListing | null> {
  if (!isListingId(id)) return null;
  const [row] = await transaction
    .select()
    .from(listingTable)
    .where(eq(listingTable.id, id))
    .for("update");
  return checked(user, row);
}

function checked(
  user: SignedInUser,
  row: typeof listingTable.$inferSelect | undefined,
): EditableListing | null {
  if (!row || row.state === "removed" || !mayEdit(user, row)) return null;
  return { ...row, state: row.state as ListingState };
}
