import { sql } from "drizzle-orm";
import { index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { userTable } from "#domain/identity/identity.table.ts";
import { listingTable } from "./listing.table.ts";

/** What somebody found wrong with a listing, and who of the team dealt with it. */
export const listingReportTable = pgTable(
  "listing_report",
  {
    id: uuid("id")
      .primaryKey()
      .default(sql`uuidv7()`),
    listingId: uuid("listing_id")
      .notNull()
      .references(() => listingTable.id, { onDelete: "cascade" }),
    /** A code of listing-report.ts. */
    reason: text("reason").notNull(),
    details: text("details").notNull().default(""),
    locale: text("locale").notNull(),
    /** Empty where nobody was signed in. */
    reportedByUserId: text("reported_by_user_id").references(() => userTable.id, {
      onDelete: "set null",
    }),
    reportedAt: timestamp("reported_at", { withTimezone: true }).notNull().defaultNow(),
    settledAt: timestamp("settled_at", { withTimezone: true }),
    settledByUserId: text("settled_by_user_id").references(() => userTable.id, {
      onDelete: "set null",
    }),
  },
  (table) => [index("listing_report_open").on(table.settledAt, table.reportedAt)],
);
