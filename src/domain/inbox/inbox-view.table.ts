import { boolean, index, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { userTable } from "#domain/identity/identity.table.ts";
import { rowId } from "#platform/database/columns.ts";

/** A list of leads that a member of staff saved under a name: its filters, not its leads. */
export const inboxViewTable = pgTable(
  "inbox_view",
  {
    id: rowId(),
    userId: text("user_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** The filters as the list's address has them. */
    query: text("query").notNull(),
    /** Everybody who sees leads sees it; only its owner removes it. */
    isShared: boolean("is_shared").notNull(),
    savedAt: timestamp("saved_at", { withTimezone: true }).notNull(),
  },
  (table) => [index("inbox_view_user").on(table.userId)],
);
