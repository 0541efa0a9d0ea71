import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { listingTable } from "./listing.table.ts";

/** A photo of a listed car. Its files lie in the storage, one a width and format (photo-address.ts). */
export const listingPhotoTable = pgTable(
  "listing_photo",
  {
    id: uuid("id")
      .primaryKey()
      .default(sql`uuidv7()`),
    /** Empty once the listing is gone with its seller's account: the files are to go, too. */
    listingId: uuid("listing_id").references(() => listingTable.id, { onDelete: "set null" }),
    /** From 0; the first one stands on cards. Gaps are no fault. */
    position: integer("position").notNull(),
    /** A random name, in no relation to what the file was called. */
    key: text("key").notNull().unique(),
    /** Of the widest file. */
    widthPx: integer("width_px").notNull(),
    heightPx: integer("height_px").notNull(),
    /** What the seller says is to be seen; empty where they said nothing. */
    alt: text("alt").notNull().default(""),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /** Taken away by its seller, who may still bring it back; later the files go too. */
    removedAt: timestamp("removed_at", { withTimezone: true }),
  },
  (table) => [
    index("listing_photo_shown")
      .on(table.listingId, table.position)
      .where(sql`${table.removedAt} is null`),
    index("listing_photo_removed")
      .on(table.removedAt)
      .where(sql`${table.removedAt} is not null`),
  ],
);
