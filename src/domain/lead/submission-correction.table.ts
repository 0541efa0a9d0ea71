import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { byUserId } from "#domain/identity/identity.table.ts";
import { happenedAt, rowId } from "#platform/database/columns.ts";
import { submissionTable } from "./submission.table.ts";

/**
 * One answer that was corrected at its sender's request, with the earlier value: the submission
 * holds the corrected one, and together they show what was sent. Rows are only ever added; never
 * for a sealed answer.
 */
export const submissionCorrectionTable = pgTable(
  "submission_correction",
  {
    id: rowId(),
    submissionId: uuid("submission_id")
      .notNull()
      .references(() => submissionTable.id, { onDelete: "cascade" }),
    /** The name of its question. */
    question: text("question").notNull(),
    /** As the submission stores it; null if there was no answer before, or is none after. */
    before: jsonb("before"),
    after: jsonb("after"),
    /** The member of staff who did it. */
    byUserId: byUserId(),
    at: happenedAt(),
  },
  (table) => [index("submission_correction_submission").on(table.submissionId)],
);

export type SubmissionCorrection = typeof submissionCorrectionTable.$inferSelect;
