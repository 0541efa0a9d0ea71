import { sql } from "drizzle-orm";
import { declaredChangeTable } from "./listing.table.ts";

/**
 * A correction of a declared fact, as it is shown. Its times are ISO strings, because it comes as
 * JSON.
 */
export type StoredChange = Pick<
  typeof declaredChangeTable.$inferSelect,
  "fact" | "earlier" | "answer" | "state"
> & { at: string; decidedAt: string | null };

/**
 * The corrections of a listing, the newest first, for queries that select from `listing` (like
 * `firstPhotoColumn`).
 */
export const declaredChangesColumn = sql<StoredChange[]>`(
  select coalesce(json_agg(json_build_object('fact', change.fact, 'earlier', change.earlier,
    'answer', change.answer, 'state', change.state, 'at', change.at,
    'decidedAt', change.decided_at) order by change.at desc, change.id desc), '[]')
  from ${declaredChangeTable} change
  where change.listing_id = listing.id and change.state <> 'withdrawn'
)`.as("declared_changes");
