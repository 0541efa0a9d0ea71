import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { db } from "#platform/database/database.server.ts";
import type { ListingCardFacts } from "./listing-card.ts";
import { cardColumns } from "./listing-queries.server.ts";
import { PUBLIC_STATES } from "./listing-state.ts";
import { listingTable, savedListingTable } from "./listing.table.ts";
import { isListingId } from "./listing.ts";

/** More than anybody looks through; what was saved before stays stored. */
const MOST_SHOWN = 500;

type SavedListing = { id: string; savedAt: Date };

/** The same listing may be saved again and again: it is saved once. Null where there is none. */
export async function saveListing(userId: string, listingId: string): Promise<SavedListing | null> {
  if (!isListingId(listingId)) return null;
  await db()
    .insert(savedListingTable)
    .select(
      db()
        .select({
          id: sql<string>`uuidv7()`.as("id"),
          userId: sql<string>`${userId}`.as("user_id"),
          listingId: listingTable.id,
          savedAt: sql<Date>`now()`.as("saved_at"),
        })
        .from(listingTable)
        .where(and(eq(listingTable.id, listingId), inArray(listingTable.state, PUBLIC_STATES))),
    )
    .onConflictDoNothing();
  return findSaved(userId, listingId);
}

/** How many were removed: one, or none where it was not saved. */
export async function unsaveListing(userId: string, listingId: string): Promise<number> {
  if (!isListingId(listingId)) return 0;
  const removed = await db()
    .delete(savedListingTable)
    .where(ofBoth(userId, listingId))
    .returning({ id: savedListingTable.id });
  return removed.length;
}

export async function findSaved(userId: string, listingId: string): Promise<SavedListing | null> {
  if (!isListingId(listingId)) return null;
  const [saved] = await db()
    .select({ id: savedListingTable.id, savedAt: savedListingTable.savedAt })
    .from(savedListingTable)
    .where(ofBoth(userId, listingId));
  return saved ?? null;
}

/** Which listings a person saved, for the hearts on cards. */
export async function listSavedListingIds(userId: string): Promise<string[]> {
  const rows = await db()
    .select({ listingId: savedListingTable.listingId })
    .from(savedListingTable)
    .where(eq(savedListingTable.userId, userId))
    .orderBy(desc(savedListingTable.savedAt))
    .limit(MOST_SHOWN);
  return rows.map(({ listingId }) => listingId);
}

/** The saved listings that people can still see, the last saved first. */
export async function listSavedListings(userId: string): Promise<ListingCardFacts[]> {
  return db()
    .select(cardColumns)
    .from(savedListingTable)
    .innerJoin(listingTable, eq(listingTable.id, savedListingTable.listingId))
    .where(and(eq(savedListingTable.userId, userId), inArray(listingTable.state, PUBLIC_STATES)))
    .orderBy(desc(savedListingTable.savedAt), desc(savedListingTable.id))
    .limit(MOST_SHOWN);
}

/** How many of them people can still see. */
export async function countSavedListings(userId: string): Promise<number> {
  const [row] = await db()
    .select({ saved: sql<number>`count(*)::int` })
    .from(savedListingTable)
    .innerJoin(listingTable, eq(listingTable.id, savedListingTable.listingId))
    .where(and(eq(savedListingTable.userId, userId), inArray(listingTable.state, PUBLIC_STATES)));
  return row?.saved ?? 0;
}

function ofBoth(userId: string, listingId: string) {
  return and(eq(savedListingTable.userId, userId), eq(savedListingTable.listingId, listingId));
}
