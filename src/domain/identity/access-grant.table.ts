import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { checkCode, rowId } from "#platform/database/columns.ts";
import type { Ability } from "#values/ability.ts";
import { userTable } from "./identity.table.ts";

export const ACCESS_DECISIONS = ["granted", "refused"] as const;

/**
 * What members of staff asked to be allowed for a day, and what was decided. Each step is in the
 * audit log as well.
 */
export const accessGrantTable = pgTable(
  "access_grant",
  {
    id: rowId(),
    userId: text("user_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    ability: text("ability").$type<Ability>().notNull(),
    /** The only lead that it is about; null for all. */
    leadReference: text("lead_reference"),
    /** In the asker's own words. */
    reason: text("reason").notNull(),
    askedAt: timestamp("asked_at", { withTimezone: true }).notNull(),
    /** Null until somebody decides. */
    decision: text("decision", { enum: ACCESS_DECISIONS }),
    decidedByUserId: text("decided_by_user_id").references(() => userTable.id, {
      onDelete: "set null",
    }),
    decidedAt: timestamp("decided_at", { withTimezone: true }),
    /** What whoever decided wrote to the asker; empty if nothing. */
    word: text("word").notNull().default(""),
    /** Until when it is allowed; earlier than planned if somebody ended it. Null if it never was. */
    until: timestamp("until", { withTimezone: true }),
  },
  (table) => [
    index("access_grant_user").on(table.userId, table.until),
    checkCode("access_grant_decision_code", table.decision, ACCESS_DECISIONS),
  ],
);
