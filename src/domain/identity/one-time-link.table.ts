import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { userTable } from "./identity.table.ts";

/** A link that was sent by e-mail and proves that its reader holds that address. */
export const oneTimeLinkTable = pgTable(
  "one_time_link",
  {
    /** SHA-256 of the token (hex): the table alone opens nothing. */
    tokenHash: text("token_hash").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    /** confirm_email | reset_password | change_email */
    purpose: text("purpose").notNull(),
    /** The address that it was sent to, and that it proves. */
    email: text("email").notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    index("one_time_link_user").on(table.userId, table.purpose),
    index("one_time_link_expires").on(table.expiresAt),
  ],
);
