import { rowId } from "#platform/database/columns.ts";
import { index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { leadTable } from "#domain/lead/lead.table.ts";
import { listingTable } from "#domain/listing/listing.table.ts";

/** A photo of a car that somebody wants to sell. Its files are stored with those of listings. */
export const requestPhotoTable = pgTable(
  "sale_photo",
  {
    id: rowId(),
    /**
     * The draft's id, which becomes the submission's: so the photos need not be moved when the form
     * is sent. No foreign key, for it names a row of one table or of the other.
     */
    submissionId: uuid("submission_id").notNull(),
    /** From 0; photos of the same place stand as they came. Gaps are no fault. */
    position: integer("position").notNull().default(0),
    /** A random name, in no relation to what the file was called. */
    key: text("key").notNull().unique(),
    /** Of the widest file. */
    widthPx: integer("width_px").notNull(),
    heightPx: integer("height_px").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /** Taken away by its seller, who may still bring it back; later the files go too. */
    removedAt: timestamp("removed_at", { withTimezone: true }),
  },
  (table) => [index("sale_photo_submission").on(table.submissionId, table.id)],
);

/** The listing that a request to sell became: one a request. */
export const requestListingTable = pgTable("sale_listing", {
  leadId: uuid("lead_id")
    .primaryKey()
    .references(() => leadTable.id, { onDelete: "cascade" }),
  listingId: uuid("listing_id")
    .notNull()
    .unique()
    .references(() => listingTable.id, { onDelete: "cascade" }),
  madeAt: timestamp("made_at", { withTimezone: true }).notNull().defaultNow(),
});
