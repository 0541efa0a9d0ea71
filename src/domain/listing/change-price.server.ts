import { desc, eq, sql } from "drizzle-orm";
import { db, type Transaction } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { listingTable } from "./listing.table.ts";
import { lockListing } from "./editable-listing.server.ts";
import { isSold } from "./listing-state.ts";
import { listingPriceChangeTable } from "./listing-price-change.table.ts";

export type PriceChange = { fromCad: number; toCad: number; at: Date };

export type ChangeResult = { ok: true } | { ok: false; code: "not_found" | "already_sold" };

/** A new price, with the old one kept. The same price again changes nothing. */
export async function changePrice(
  user: SignedInUser,
  listingId: string,
  priceCad: number,
): Promise<ChangeResult> {
  return db().transaction(async (transaction) => {
    const listing = await lockListing(transaction, user, listingId);
    if (!listing) return { ok: false, code: "not_found" };
    if (isSold(listing)) return { ok: false, code: "already_sold" };
    await transaction.update(listingTable).set({ priceCad }).where(eq(listingTable.id, listingId));
    await recordPrice(transaction, { listing, priceCad, byUserId: user.id });
    return { ok: true };
  });
}

/** What nobody could see yet was no price: a draft's leaves no trace. */
export async function recordPrice(
  transaction: Transaction,
  change: {
    listing: { id: string; priceCad: number; postedAt: Date | null };
    priceCad: number;
    byUserId: string;
  },
): Promise<void> {
  const { listing, priceCad, byUserId } = change;
  if (listing.priceCad === priceCad || listing.postedAt === null) return;
  await transaction.insert(listingPriceChangeTable).values({
    listingId: listing.id,
    fromCad: listing.priceCad,
    toCad: priceCad,
    byUserId,
    // Not when the transaction began: it may have waited behind another change.
    at: sql`clock_timestamp()`,
  });
}

/** The newest change first. */
export async function priceHistory(listingId: string): Promise<PriceChange[]> {
  const { fromCad, toCad, at } = listingPriceChangeTable;
  return db()
    .select({ fromCad, toCad, at })
    .from(listingPriceChangeTable)
    .where(eq(listingPriceChangeTable.listingId, listingId))
    .orderBy(desc(at), desc(listingPriceChangeTable.id));
}
