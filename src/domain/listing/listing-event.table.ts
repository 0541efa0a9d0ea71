import { sql } from "drizzle-orm";
import { index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { userTable } from "#domain/identity/identity.table.ts";
import { LISTING_EVENTS } from "./listing-state.ts";
import { listingTable } from "./listing.table.ts";

/** What became of a listing, in order: its states, who moved it and when. Rows are only ever added. */
export const listingEventTable = pgTable(
  "listing_event",
  {
    id: uuid("id")
      .primaryKey()
      .default(sql`uuidv7()`),
    listingId: uuid("listing_id")
      .notNull()
      .references(() => listingTable.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: LISTING_EVENTS }).notNull(),
    /**
     * The bid that the car was held or sold for, if any. Its foreign key (`on delete set null`,
     * drizzle/0005) is not declared here: bids stand above listings. A test of bids watches it.
     */
    bidId: uuid("bid_id"),
    byUserId: text("by_user_id").references(() => userTable.id, { onDelete: "set null" }),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index("listing_event_listing").on(table.listingId, table.at)],
);
