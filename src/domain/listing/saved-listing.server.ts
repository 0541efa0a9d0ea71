import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { db } from "#platform/database/database.server.ts";
import { prepareQuery } from "#platform/database/prepared-query.server.ts";
import { countAgainst, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import type { ListingCardFacts } from "./listing-card.ts";
import { cardColumns } from "./listing-queries.server.ts";
import { PUBLIC_STATES } from "./listing-state.ts";
import { listingTable, savedListingTable } from "./listing.table.ts";
import { isListingId } from "./listing.ts";

/** More than anybody looks through; older ones stay stored. */
const MOST_SHOWN = 500;

/** Far more than anybody saves by hand. */
const SAVES_BY_MEMBER: RateLimit = { name: "saves by member", most: 300, windowMs: 3_600_000 };

type SavedListing = { id: string; savedAt: Date };

type Saving =
  | ({ ok: true } & SavedListing)
  | { ok: false; code: "no_such_listing" }
  | { ok: false; code: "too_many_saves"; retryAfterSeconds: number };

/** Saving the same listing again changes nothing. */
export async function saveListing(userId: string, listingId: string): Promise<Saving> {
  if (!isListingId(listingId)) return { ok: false, code: "no_such_listing" };
  const limit = await countAgainst(SAVES_BY_MEMBER, userId);
  if (!limit.ok) return { ...limit, code: "too_many_saves" };
  // The update changes nothing for a listing that is saved already; it makes the query return the
  // row.
  const { rows } = await db().execute<{ id: string; saved_at: string }>(sql`
    insert into ${savedListingTable} (user_id, listing_id, saved_at)
    select ${userId}, ${listingTable.id}, now() from ${listingTable}
    where ${listingTable.id} = ${listingId} and ${inArray(listingTable.state, PUBLIC_STATES)}
    on conflict (user_id, listing_id) do update set saved_at = saved_listing.saved_at
    returning id, saved_at`);
  const [row] = rows;
  if (row) return { ok: true, id: row.id, savedAt: new Date(row.saved_at) };
  // The listing is no longer public.
  const saved = await findSaved(userId, listingId);
  return saved ? { ok: true, ...saved } : { ok: false, code: "no_such_listing" };
}

/** Returns how many were removed: 1, or 0 if it was not saved. */
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

/** The ids of the listings that a person saved, for the hearts on cards. */
export async function listSavedListingIds(userId: string): Promise<string[]> {
  const rows = await selectSavedIds({ userId });
  return rows.map(({ listingId }) => listingId);
}

const selectSavedIds = prepareQuery(
  "saved_listing_ids",
  ["userId"],
  (database, { userId }) =>
    database
      .select({ listingId: savedListingTable.listingId })
      .from(savedListingTable)
      .where(eq(savedListingTable.userId, userId))
      .orderBy(desc(savedListingTable.savedAt))
      .limit(MOST_SHOWN),
  { from: db },
);

/** The saved listings that are still public, the last saved first. */
export async function listSavedListings(userId: string): Promise<ListingCardFacts[]> {
  return selectSavedCards({ userId });
}

const selectSavedCards = prepareQuery(
  "saved_cards",
  ["userId"],
  (database, { userId }) =>
    database
      .select(cardColumns)
      .from(savedListingTable)
      .innerJoin(listingTable, eq(listingTable.id, savedListingTable.listingId))
      .where(and(eq(savedListingTable.userId, userId), inArray(listingTable.state, PUBLIC_STATES)))
      .orderBy(desc(savedListingTable.savedAt), desc(savedListingTable.id))
      .limit(MOST_SHOWN),
  { from: db },
);

/** How many saved listings are still public. */
export async function countSavedListings(userId: string): Promise<number> {
  const [row] = await selectSavedCount({ userId });
  return row?.saved ?? 0;
}

const selectSavedCount = prepareQuery(
  "saved_count",
  ["userId"],
  (database, { userId }) =>
    database
      .select({ saved: sql<number>`count(*)::int` })
      .from(savedListingTable)
      .innerJoin(listingTable, eq(listingTable.id, savedListingTable.listingId))
      .where(and(eq(savedListingTable.userId, userId), inArray(listingTable.state, PUBLIC_STATES))),
  { from: db },
);

function ofBoth(userId: string, listingId: string) {
  return and(eq(savedListingTable.userId, userId), eq(savedListingTable.listingId, listingId));
}
