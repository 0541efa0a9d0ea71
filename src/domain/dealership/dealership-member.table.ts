import { index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { userTable } from "#domain/identity/identity.table.ts";
import { dealershipTable } from "./dealership.table.ts";

/** Whom a dealership lets work for it here. Nobody works for two. */
export const dealershipMemberTable = pgTable(
  "dealership_member",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => userTable.id, { onDelete: "cascade" }),
    dealershipId: uuid("dealership_id")
      .notNull()
      .references(() => dealershipTable.id, { onDelete: "cascade" }),
    joinedAt: timestamp("joined_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index("dealership_member_dealership").on(table.dealershipId)],
);
