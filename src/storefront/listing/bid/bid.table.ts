import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { userTable } from "#backoffice/identity/identity.table.ts";
import { listingTable } from "../listing.table.ts";

/** A price a member offers for a listing. */
export const bidTable = pgTable(
  "bid",
  {
    id: uuid("id")
      .primaryKey()
      .default(sql`uuidv7()`),
    listingId: uuid("listing_id")
      .notNull()
      .references(() => listingTable.id, { onDelete: "cascade" }),
    bidderId: text("bidder_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    priceCad: integer("price_cad").notNull(),
    phone: text("phone").notNull(),
    message: text("message").notNull().default(""),
    placedAt: timestamp("placed_at", { withTimezone: true }).notNull().defaultNow(),
    isDemo: boolean("is_demo").notNull().default(false),
  },
  (table) => [
    index("bid_listing_price").on(table.listingId, table.priceCad.desc()),
    index("bid_bidder").on(table.bidderId),
  ],
);
