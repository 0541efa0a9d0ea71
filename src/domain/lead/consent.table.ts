import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { submissionTable } from "./submission.table.ts";

/** One consent a row: what for, the exact words shown, in which language, when and how it was given. */
export const consentTable = pgTable(
  "consent",
  {
    id: uuid("id")
      .primaryKey()
      .default(sql`uuidv7()`),
    submissionId: uuid("submission_id")
      .notNull()
      .references(() => submissionTable.id, { onDelete: "cascade" }),
    purpose: text("purpose").notNull(),
    text: text("text").notNull(),
    textSha256: text("text_sha256").notNull(),
    textVersion: integer("text_version").notNull(),
    locale: text("locale").notNull(),
    channel: text("channel").notNull(),
    givenAt: timestamp("given_at", { withTimezone: true }).notNull().defaultNow(),
    withdrawnAt: timestamp("withdrawn_at", { withTimezone: true }),
  },
  (table) => [index("consent_submission").on(table.submissionId)],
);
