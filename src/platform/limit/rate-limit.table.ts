import { index, integer, pgTable, timestamp } from "drizzle-orm/pg-core";
import { bytea } from "#platform/database/columns.ts";

/**
 * Tries in fixed windows, shared by all processes of the site. Its migration makes it UNLOGGED: it is
 * written with every post, and after a crash of the database counting begins anew, as it did with
 * every start while it was memory. What costs money to lose stands in tables of its own
 * (phone_verification).
 */
export const rateLimitTable = pgTable(
  "rate_limit",
  {
    /** SHA-256 of the limit's name and whom it counts: no address and no mailbox lies here. */
    key: bytea("key").primaryKey(),
    count: integer("count").notNull(),
    endsAt: timestamp("ends_at", { withTimezone: true }).notNull(),
  },
  (table) => [index("rate_limit_ends").on(table.endsAt)],
);
