import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { groupCommit } from "#platform/database/group-commit.server.ts";
import { db } from "#platform/database/database.server.ts";
import { writeJsonRows } from "#platform/database/json-rows.server.ts";
import { prepareQuery, prepareStatement } from "#platform/database/prepared-query.server.ts";
import {
  countTries,
  judgeTry,
  makeTry,
  type RateLimit,
  type Try,
  tryRows,
} from "#platform/limit/rate-limit.server.ts";
import type { ListingCardFacts } from "./listing-card.ts";
import { cardColumns } from "./listing-queries.server.ts";
import { PUBLIC_STATES } from "./listing-state.ts";
import { listingTable, savedListingTable } from "./listing.table.ts";
import { isListingId } from "./listing.ts";

/** More than anybody looks through; what was saved before stays stored. */
const MOST_SHOWN = 500;

/** Far above what anybody saves by hand. */
const SAVES_BY_MEMBER: RateLimit = { name: "saves by member", most: 300, windowMs: 3_600_000 };

type SavedListing = { id: string; savedAt: Date };

type Saving =
  | ({ ok: true } & SavedListing)
  | { ok: false; code: "no_such_listing" }
  | { ok: false; code: "too_many_saves"; retryAfterSeconds: number };

/** The same listing may be saved again and again: it is saved once. */
export async function saveListing(userId: string, listingId: string): Promise<Saving> {
  if (!isListingId(listingId)) return { ok: false, code: "no_such_listing" };
  const counted = makeTry(SAVES_BY_MEMBER, userId);
  const row = await groupCommitSave({ userId, listingId, ...counted });
  const limit = judgeTry(SAVES_BY_MEMBER, { count: row.count, endsAt: new Date(row.ends_at) });
  if (!limit.ok) return { ...limit, code: "too_many_saves" };
  if (row.id !== null) return { ok: true, id: row.id, savedAt: new Date(row.saved_at ?? 0) };
  // Where another process saves the same at this moment, its row is there once it is waited for.
  const saved = await findSaved(userId, listingId);
  return saved ? { ok: true, ...saved } : { ok: false, code: "no_such_listing" };
}

type SaveInput = { userId: string; listingId: string } & Try;
type SaveRow = {
  user_id: string;
  count: number;
  ends_at: string;
  id: string | null;
  saved_at: string | null;
};

/** Counts each against its person's limit, and saves those that are within. */
const saveStatement = prepareStatement<SaveRow, "given" | "most" | "at">(
  "save_listings",
  ["given", "most", "at"],
  ({ given, most, at }) => {
    const isPublic = inArray(listingTable.state, PUBLIC_STATES);
    // Looked up one by one (`limit`): how many are given is not known when the plan is made.
    return sql`
    with given as materialized (
      select * from json_to_recordset(${given}::json)
        as given("userId" text, "listingId" uuid, ${tryRows.types})
      order by "listingId", "userId"
    ), counted as (
      ${countTries(sql`select ${tryRows.values("given")} from given`, at)}
    ), within as materialized (
      select given."userId", given."listingId" from given join counted on counted.key = given.key
      where counted.count <= ${most}::int
    ), saved as (
      insert into ${savedListingTable} (user_id, listing_id, saved_at)
      select within."userId", car.id, now() from within
      cross join lateral (
        select ${listingTable.id} from ${listingTable}
        where ${listingTable.id} = within."listingId" and ${isPublic} limit 1
      ) as car
      on conflict (user_id, listing_id) do nothing
      returning id, saved_at, user_id
    )
    select given."userId" as user_id, counted.count, counted.ends_at,
      coalesce(saved.id, before.id) as id, coalesce(saved.saved_at, before.saved_at) as saved_at
    from given join counted on counted.key = given.key
    left join saved on saved.user_id = given."userId"
    left join lateral (
      select id, saved_at from ${savedListingTable}
      where user_id = given."userId" and listing_id = given."listingId" limit 1
    ) as before on true`;
  },
);

/** One statement and one commit for what different people save at the same moment. */
const groupCommitSave = groupCommit(
  async (input: readonly SaveInput[]): Promise<SaveRow[]> => {
    const { most } = SAVES_BY_MEMBER;
    const rows = await saveStatement({ given: writeJsonRows(input), most, at: now() });
    const byPerson = new Map(rows.map((row) => [row.user_id, row]));
    return input.flatMap(({ userId }) => byPerson.get(userId) ?? []);
  },
  { most: 200, keysOf: ({ userId }) => [userId] },
);

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

/** The saved listings that people can still see, the last saved first. */
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

/** How many of them people can still see. */
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
