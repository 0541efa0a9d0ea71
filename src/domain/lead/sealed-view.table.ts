import { rowId } from "#platform/database/columns.ts";
import { index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { leadTable } from "./lead.table.ts";

/** One look at the sealed answers that staff let a dealership have: once, and not for long. */
export const sealedViewTable = pgTable(
  "sealed_view",
  {
    id: rowId(),
    leadId: uuid("lead_id")
      .notNull()
      .references(() => leadTable.id, { onDelete: "cascade" }),
    dealershipId: uuid("dealership_id")
      .notNull()
      .references(() => dealershipTable.id),
    /** Of the link's token, made when the mail goes out; null before. */
    tokenHash: text("token_hash").unique(),
    givenByUserId: text("given_by_user_id")
      .notNull()
      .references(() => userTable.id),
    givenAt: timestamp("given_at", { withTimezone: true }).notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    openedAt: timestamp("opened_at", { withTimezone: true }),
  },
  (table) => [index("sealed_view_lead").on(table.leadId)],
);
