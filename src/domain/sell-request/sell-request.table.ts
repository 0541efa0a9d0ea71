import { rowId } from "#platform/database/columns.ts";
import { index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { leadTable } from "#domain/lead/lead.table.ts";
import { listingTable } from "#domain/listing/listing.table.ts";

/** A photo of a car in a sell request. Its files are stored with those of listings. */
export const requestPhotoTable = pgTable(
  "sale_photo",
  {
    id: rowId(),
    /**
     * The draft's id, which becomes the submission's id: so photos need not be moved when the form
     * is sent. There is no foreign key, because it refers to either of two tables.
     */
    submissionId: uuid("submission_id").notNull(),
    /** From 0. Photos with the same position are in the order of upload. Gaps are allowed. */
    position: integer("position").notNull().default(0),
    /** A random name, unrelated to the name of the uploaded file. */
    key: text("key").notNull().unique(),
    /** The size of the widest file. */
    widthPx: integer("width_px").notNull(),
    heightPx: integer("height_px").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /** When its seller removed it. They may still restore it; later the files are deleted too. */
    removedAt: timestamp("removed_at", { withTimezone: true }),
  },
  (table) => [index("sale_photo_submission").on(table.submissionId, table.id)],
);

/** The listing that was made from a sell request, at most one per request. */
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
