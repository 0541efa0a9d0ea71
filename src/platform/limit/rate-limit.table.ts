import { index, integer, pgTable, timestamp } from "drizzle-orm/pg-core";
import { bytea } from "#platform/database/columns.ts";

/**
 * Tries in fixed windows, shared by all processes of the site. Its migration makes the table
 * UNLOGGED, since it is written with every post: after a crash of the database counting starts
 * anew, as it did with every start while the counts were in memory. Counts whose loss would cost
 * money are in tables of their own (phone_verification).
 */
export const rateLimitTable = pgTable(
  "rate_limit",
  {
    /**
     * SHA-256 of the limit's name and of whom it counts: the table contains no address and no
     * mailbox.
     */
    key: bytea("key").primaryKey(),
    count: integer("count").notNull(),
    endsAt: timestamp("ends_at", { withTimezone: true }).notNull(),
  },
  (table) => [index("rate_limit_ends").on(table.endsAt)],
);
