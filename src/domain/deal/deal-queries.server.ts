import { and, desc, eq, inArray, ne } from "drizzle-orm";
import { isListingId } from "#domain/listing/listing.ts";
import { db } from "#platform/database/database.server.ts";
import { paths } from "#site/paths.ts";
import { readReference } from "#values/reference.ts";
import { type Deal, dealTable } from "./deal.table.ts";

/** A deal by its reference as somebody typed it; null where there is none. */
export async function findDeal(typedReference: string): Promise<Deal | null> {
  const reference = readReference(typedReference);
  if (!reference) return null;
  const [deal] = await db().select().from(dealTable).where(eq(dealTable.reference, reference));
  return deal ?? null;
}

/**
 * The references of the deals that are not called off, by the bid or dealer offer that began them.
 */
export async function listDealReferences(wayIds: readonly string[]): Promise<Map<string, string>> {
  if (wayIds.length === 0) return new Map();
  const { wayId, reference, state } = dealTable;
  const rows = await db()
    .select({ wayId, reference })
    .from(dealTable)
    .where(and(inArray(wayId, [...wayIds]), ne(state, "called_off")));
  return new Map(rows.map((row) => [row.wayId, row.reference]));
}

/**
 * The page of the deal that a bid or dealer offer began; null if there is none or it was called
 * off.
 */
export async function findDealPath(wayId: string | undefined): Promise<string | null> {
  const reference = wayId && (await listDealReferences([wayId])).get(wayId);
  return reference ? paths.deal(reference) : null;
}

/** The reference of the current deal on a listing's car, or else of its last one. */
export async function findDealOfListing(listingId: string): Promise<string | null> {
  const { reference, agreedAt } = dealTable;
  const [found] = await db()
    .select({ reference })
    .from(dealTable)
    .where(eq(dealTable.listingId, listingId))
    .orderBy(desc(agreedAt))
    .limit(1);
  return found?.reference ?? null;
}

/**
 * The price, in whole dollars, at which a person has agreed to buy a listing's car; null for everybody
 * else, and where the deal is over.
 */
export async function findAgreedPrice(
  listingId: string | undefined,
  buyerUserId: string | undefined,
): Promise<number | null> {
  if (!listingId || !isListingId(listingId) || !buyerUserId) return null;
  const [found] = await db()
    .select({ priceCad: dealTable.priceCad })
    .from(dealTable)
    .where(
      and(
        eq(dealTable.listingId, listingId),
        eq(dealTable.buyerUserId, buyerUserId),
        eq(dealTable.state, "agreed"),
      ),
    );
  return found?.priceCad ?? null;
}

/** Assigns the deal to the account of the request's sender, who has signed in since. */
export async function claimDeal(dealId: string, userId: string): Promise<void> {
  await db().update(dealTable).set({ sellerUserId: userId }).where(eq(dealTable.id, dealId));
}
