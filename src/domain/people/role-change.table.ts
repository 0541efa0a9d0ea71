import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { checkCode, happenedAt, rowId } from "#platform/database/columns.ts";
import { ROLES } from "#values/role.ts";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { byUserId, userTable } from "#domain/identity/identity.table.ts";

/** Each role that an account was given, by whom and why. Rows are only added. */
export const roleChangeTable = pgTable(
  "role_change",
  {
    id: rowId(),
    userId: text("user_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    fromRole: text("from_role", { enum: ROLES }).notNull(),
    toRole: text("to_role", { enum: ROLES }).notNull(),
    /** The account's dealership from then on, if it became a dealer's. */
    dealershipId: uuid("dealership_id").references(() => dealershipTable.id, {
      onDelete: "set null",
    }),
    /** In the administrator's own words; empty if the operator did it (`npm run role`). */
    reason: text("reason").notNull(),
    /** Null for the operator, who needs no account. */
    byUserId: byUserId(),
    at: happenedAt(),
  },
  (table) => [
    index("role_change_user").on(table.userId, table.at),
    checkCode("role_change_from_role_code", table.fromRole, ROLES),
    checkCode("role_change_to_role_code", table.toRole, ROLES),
  ],
);
