import { sql } from "drizzle-orm";
import { bigint, customType, index, pgTable, uuid } from "drizzle-orm/pg-core";

/** A transaction's number, which is never used again (`pg_current_xact_id`). */
const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });

/**
 * The changed rows of `listing_search`, written by triggers in the writer's own transaction
 * (drizzle/…_note_search_changes.sql). The index in each process reads them
 * (follow-changes.server.ts).
 */
export const searchChangeTable = pgTable(
  "search_change",
  {
    id: bigint("id", { mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
    xid: xid8("xid")
      .notNull()
      .default(sql`pg_current_xact_id()`),
    /** Null if the whole table was emptied: all rows changed. */
    listingId: uuid("listing_id"),
  },
  (table) => [index("search_change_window").on(table.xid, table.id)],
);
