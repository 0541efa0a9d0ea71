import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { userTable } from "#domain/identity/identity.table.ts";
import { listingTable } from "./listing.table.ts";

/** Each price that a listing had before the one it has now. Rows are only ever added. */
export const listingPriceChangeTable = pgTable(
  "listing_price_change",
  {
    id: uuid("id")
      .primaryKey()
      .default(sql`uuidv7()`),
    listingId: uuid("listing_id")
      .notNull()
      .references(() => listingTable.id, { onDelete: "cascade" }),
    fromCad: integer("from_cad").notNull(),
    toCad: integer("to_cad").notNull(),
    byUserId: text("by_user_id").references(() => userTable.id, { onDelete: "set null" }),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index("listing_price_change_listing").on(table.listingId, table.at)],
);
