import { index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { userTable } from "#domain/identity/identity.table.ts";
import { bytea, checkCode } from "#platform/database/columns.ts";
import { LOCALES } from "#values/locale.ts";

/**
 * The answers that a person submitted, unchanged except for corrections at their request;
 * `submission_correction` stores the earlier values of those.
 */
export const submissionTable = pgTable(
  "submission",
  {
    /** Made with the form's page, so that a repeat of the same post is the same submission. */
    id: uuid("id").primaryKey(),
    reference: text("reference").notNull().unique(),
    formName: text("form_name").notNull(),
    formVersion: integer("form_version").notNull(),
    locale: text("locale", { enum: LOCALES }).notNull(),
    answers: jsonb("answers").notNull(),
    /** The sealed answers (date of birth, SIN, licence number) as one encrypted blob. */
    sealedAnswers: bytea("sealed_answers"),
    /**
     * The account that was signed in when it was sent, which may see it again; null if there was
     * none, or if the account was deleted.
     */
    userId: text("user_id").references(() => userTable.id, { onDelete: "set null" }),
    /**
     * Hash of the cookie of the browser that sent it, which may see it again; null for programs.
     */
    visitorHash: text("visitor_hash"),
    submittedAt: timestamp("submitted_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("submission_user").on(table.userId),
    index("submission_visitor").on(table.visitorHash),
    checkCode("submission_locale_code", table.locale, LOCALES),
  ],
);
