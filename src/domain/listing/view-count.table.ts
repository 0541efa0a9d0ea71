import { date, integer, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { listingTable } from "./listing.table.ts";

/** How often a listing's page was opened on a day. A count, and nothing about who did. */
export const listingViewDayTable = pgTable(
  "listing_view_day",
  {
    listingId: uuid("listing_id")
      .notNull()
      .references(() => listingTable.id, { onDelete: "cascade" }),
    day: date("day").notNull(),
    views: integer("views").notNull(),
  },
  (table) => [primaryKey({ columns: [table.listingId, table.day] })],
);
