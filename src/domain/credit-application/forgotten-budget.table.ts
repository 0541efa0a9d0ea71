import { pgTable, timestamp, uuid } from "drizzle-orm/pg-core";
import { submissionTable } from "#domain/lead/submission.table.ts";

/** That a person wants no payments worked out from a pre-approval of theirs any more. */
export const forgottenBudgetTable = pgTable("forgotten_budget", {
  submissionId: uuid("submission_id")
    .primaryKey()
    .references(() => submissionTable.id, { onDelete: "cascade" }),
  forgottenAt: timestamp("forgotten_at", { withTimezone: true }).notNull(),
});
