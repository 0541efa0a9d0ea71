import { index, pgTable, text } from "drizzle-orm/pg-core";
import { checkCode, happenedAt, rowId } from "#platform/database/columns.ts";
import { byUserId, userTable } from "#domain/identity/identity.table.ts";

const VERIFICATION_STEPS = ["requested", "verified", "declined", "withdrawn"] as const;
export type VerificationStep = (typeof VERIFICATION_STEPS)[number];

/**
 * Each step of the verification of a seller; the newest step of a person decides. Rows are only
 * added.
 */
export const sellerVerificationTable = pgTable(
  "seller_verification",
  {
    id: rowId(),
    userId: text("user_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: VERIFICATION_STEPS }).notNull(),
    byUserId: byUserId(),
    at: happenedAt(),
  },
  (table) => [
    index("seller_verification_user").on(table.userId, table.at),
    checkCode("seller_verification_kind_code", table.kind, VERIFICATION_STEPS),
  ],
);
