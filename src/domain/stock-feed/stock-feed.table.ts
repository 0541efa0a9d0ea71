import {
  boolean,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { dealershipId } from "#domain/dealership/dealership.table.ts";
import { byUserId } from "#domain/identity/identity.table.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { bytea, rowId } from "#platform/database/columns.ts";
import type { FeedMapping } from "./feed-fields.ts";
import type { FeedCounts } from "./feed-counts.ts";

/**
 * A source of a dealership's cars, such as its inventory program: how its columns are read, and the
 * file that waits to be applied. The file is about cars only, and goes once it is applied.
 */
export const stockFeedTable = pgTable(
  "stock_feed",
  {
    id: rowId(),
    dealershipId: dealershipId(),
    /** In the dealership's words. */
    name: text("name").notNull(),
    mapping: jsonb("mapping").$type<FeedMapping>().notNull(),
    /** Whether a person has confirmed the columns, and that the prices include every fee. */
    isMapped: boolean("is_mapped").notNull().default(false),
    fileName: text("file_name"),
    file: bytea("file"),
    /** Who uploaded the file. */
    byUserId: byUserId(),
    uploadedAt: timestamp("uploaded_at", { withTimezone: true }).notNull(),
    appliedAt: timestamp("applied_at", { withTimezone: true }),
    /** What the last file changed. */
    appliedCounts: jsonb("applied_counts").$type<FeedCounts>(),
  },
  (table) => [unique("stock_feed_name").on(table.dealershipId, table.name)],
);

/** The listings that a feed brought. A listing belongs to the feed that had it last. */
export const stockFeedCarTable = pgTable(
  "stock_feed_car",
  {
    feedId: uuid("feed_id")
      .notNull()
      .references(() => stockFeedTable.id, { onDelete: "cascade" }),
    /** The dealership's number of the car, else its VIN. */
    key: text("key").notNull(),
    listingId: uuid("listing_id")
      .notNull()
      .unique()
      .references(() => listingTable.id, { onDelete: "cascade" }),
    /** Since when the feed lacks the car and its listing is paused for that. */
    goneAt: timestamp("gone_at", { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.feedId, table.key] })],
);
