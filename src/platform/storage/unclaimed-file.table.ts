import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/**
 * Files in the storage that no row stands for: on their way in, or given up. Bucket and folder take
 * part in no transaction; a process that dies between the two leaves its file here.
 */
export const unclaimedFileTable = pgTable(
  "unclaimed_file",
  {
    key: text("key").primaryKey(),
    notedAt: timestamp("noted_at", { withTimezone: true }).notNull(),
  },
  (table) => [index("unclaimed_file_noted").on(table.notedAt)],
);
