import { pgTable, timestamp, uuid } from "drizzle-orm/pg-core";
import { submissionTable } from "#domain/lead/submission.table.ts";

/**
 * Submissions whose answers must no longer be used to compute payments, because the person said so.
 */
export const forgottenBudgetTable = pgTable("forgotten_budget", {
  submissionId: uuid("submission_id")
    .primaryKey()
    .references(() => submissionTable.id, { onDelete: "cascade" }),
  forgottenAt: timestamp("forgotten_at", { withTimezone: true }).notNull(),
});
