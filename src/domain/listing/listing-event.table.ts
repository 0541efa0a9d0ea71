import { sql } from "drizzle-orm";
import { index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { userTable } from "#domain/identity/identity.table.ts";
import { bidTable } from "#domain/bid/bid.table.ts";
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
    /**
     * A state of listing.ts; `reserved` and `released`, which leave the listing live; or `reopened`,
     * where a sale was taken back.
     */
    kind: text("kind").notNull(),
    /** The bid that the car was reserved or sold for, if any. */
    bidId: uuid("bid_id").references(() => bidTable.id, { onDelete: "set null" }),
    byUserId: text("by_user_id").references(() => userTable.id, { onDelete: "set null" }),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index("listing_event_listing").on(table.listingId, table.at)],
);
