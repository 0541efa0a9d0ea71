import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { inBatches } from "#platform/database/batches.server.ts";
import { db } from "#platform/database/database.server.ts";
import { prepareStatement } from "#platform/database/prepared-query.server.ts";
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
  // Where another process saves the same at this moment, its row is there once it is waited for.
  return (await saveTogether({ userId, listingId })) ?? findSaved(userId, listingId);
}

type Saving = { userId: string; listingId: string };

const saveStatement = prepareStatement<
  { id: string; saved_at: string; user_id: string; listing_id: string },
  "given"
>("save_listings", ["given"], ({ given }) => {
  const isPublic = inArray(listingTable.state, PUBLIC_STATES);
  // Looked up one by one (`limit`): how many are given is not known when the plan is made.
  return sql`
    with given as materialized (
      select * from json_to_recordset(${given}::json) as given("userId" text, "listingId" uuid)
      order by "listingId", "userId"
    ), saved as (
      insert into ${savedListingTable} (user_id, listing_id, saved_at)
      select given."userId", car.id, now() from given
      cross join lateral (
        select ${listingTable.id} from ${listingTable}
        where ${listingTable.id} = given."listingId" and ${isPublic} limit 1
      ) as car
      on conflict (user_id, listing_id) do nothing
      returning id, saved_at, user_id, listing_id
    )
    select id, saved_at, user_id, listing_id from saved
    union all
    select before.* from given cross join lateral (
      select id, saved_at, user_id, listing_id from ${savedListingTable}
      where user_id = given."userId" and listing_id = given."listingId" limit 1
    ) as before`;
});

/** One statement and one commit for all that is saved at the same moment. */
const saveTogether = inBatches(
  async (savings: readonly Saving[]): Promise<(SavedListing | null)[]> => {
    const rows = await saveStatement({ given: JSON.stringify(savings) });
    const saved = new Map(rows.map((row) => [keyOf(row.user_id, row.listing_id), row]));
    return savings.map(({ userId, listingId }) => {
      const row = saved.get(keyOf(userId, listingId));
      return row ? { id: row.id, savedAt: new Date(row.saved_at) } : null;
    });
  },
  { most: 200, keysOf: ({ userId, listingId }) => [keyOf(userId, listingId)] },
);

function keyOf(userId: string, listingId: string): string {
  return `${listingId.toLowerCase()} ${userId}`;
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
