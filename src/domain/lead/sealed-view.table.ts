import { rowId } from "#platform/database/columns.ts";
import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { dealershipId } from "#domain/dealership/dealership.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { leadId } from "./lead.table.ts";

/** A permission by staff for a dealership to see the sealed answers: once, and for a short time. */
export const sealedViewTable = pgTable(
  "sealed_view",
  {
    id: rowId(),
    leadId: leadId(),
    dealershipId: dealershipId(),
    /** Hash of the link's token, made when the mail is sent; null before. */
    tokenHash: text("token_hash").unique(),
    /** Null once they no longer work here and their account is deleted. */
    givenByUserId: text("given_by_user_id").references(() => userTable.id, {
      onDelete: "set null",
    }),
    givenAt: timestamp("given_at", { withTimezone: true }).notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    openedAt: timestamp("opened_at", { withTimezone: true }),
  },
  (table) => [index("sealed_view_lead").on(table.leadId)],
);
