import { rowId } from "#platform/database/columns.ts";
import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { dealershipId } from "#domain/dealership/dealership.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { leadId } from "./lead.table.ts";

/** One look at the sealed answers that staff let a dealership have: once, and not for long. */
export const sealedViewTable = pgTable(
  "sealed_view",
  {
    id: rowId(),
    leadId: leadId(),
    dealershipId: dealershipId(),
    /** Of the link's token, made when the mail goes out; null before. */
    tokenHash: text("token_hash").unique(),
    /** Null once they no longer work here and their account is gone. */
    givenByUserId: text("given_by_user_id").references(() => userTable.id, {
      onDelete: "set null",
    }),
    givenAt: timestamp("given_at", { withTimezone: true }).notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    openedAt: timestamp("opened_at", { withTimezone: true }),
  },
  (table) => [index("sealed_view_lead").on(table.leadId)],
);
