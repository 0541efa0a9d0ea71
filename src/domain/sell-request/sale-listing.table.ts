import { pgTable, timestamp, uuid } from "drizzle-orm/pg-core";
import { leadTable } from "#domain/lead/lead.table.ts";
import { listingTable } from "#domain/listing/listing.table.ts";

/** The listing that a request to sell became: one a request. */
export const saleListingTable = pgTable("sale_listing", {
  leadId: uuid("lead_id")
    .primaryKey()
    .references(() => leadTable.id, { onDelete: "cascade" }),
  listingId: uuid("listing_id")
    .notNull()
    .unique()
    .references(() => listingTable.id, { onDelete: "cascade" }),
  madeAt: timestamp("made_at", { withTimezone: true }).notNull().defaultNow(),
});
