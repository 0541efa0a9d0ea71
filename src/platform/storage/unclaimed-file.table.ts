import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/**
 * Files in the storage that no row refers to: they are being stored, or their row was deleted.
 * Buckets and folders take part in no transaction, so if a process dies in between, its file is
 * still listed here.
 */
export const unclaimedFileTable = pgTable(
  "unclaimed_file",
  {
    key: text("key").primaryKey(),
    notedAt: timestamp("noted_at", { withTimezone: true }).notNull(),
  },
  (table) => [index("unclaimed_file_noted").on(table.notedAt)],
);
