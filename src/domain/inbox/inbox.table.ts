import { boolean, customType, index, pgTable, timestamp, uuid } from "drizzle-orm/pg-core";
import { leadTable } from "#domain/lead/lead.table.ts";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/**
 * What the inbox sorts and searches leads by, one row a lead. Triggers of the migrations write it
 * in the transaction that changes the lead, its answers, its notes or its car: the product code
 * only reads it.
 */
export const leadInboxTable = pgTable(
  "lead_inbox",
  {
    leadId: uuid("lead_id")
      .primaryKey()
      .references(() => leadTable.id, { onDelete: "cascade" }),
    /** When something happened to the lead last. */
    activeAt: timestamp("active_at", { withTimezone: true }).notNull(),
    /** The listing that the lead asks about, as its answers name it; null if there is none. */
    listingId: uuid("listing_id"),
    /** It is about a certain car: a listing, or one that its sender described or gave the VIN of. */
    hasCar: boolean("has_car").notNull(),
    /** Name, contact, reference, town, car, unsealed answers and staff's notes, folded. */
    words: tsvector("words").notNull(),
  },
  (table) => [
    index("lead_inbox_active").on(table.activeAt, table.leadId),
    index("lead_inbox_listing").on(table.listingId),
    index("lead_inbox_words").using("gin", table.words),
  ],
);
