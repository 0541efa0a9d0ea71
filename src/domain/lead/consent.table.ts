import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { checkCode, rowId } from "#platform/database/columns.ts";
import { LOCALES } from "#values/locale.ts";
import { CONSENT_PURPOSES } from "./consent.ts";
import { submissionTable } from "./submission.table.ts";

/**
 * One row for each consent: its purpose, the exact words shown, their language, and when and how it
 * was given. A consent given with a form belongs to the submission; one given with an account, to
 * the account.
 */
export const consentTable = pgTable(
  "consent",
  {
    id: rowId(),
    submissionId: uuid("submission_id").references(() => submissionTable.id, {
      onDelete: "cascade",
    }),
    userId: text("user_id").references(() => userTable.id, { onDelete: "cascade" }),
    purpose: text("purpose", { enum: CONSENT_PURPOSES }).notNull(),
    text: text("text").notNull(),
    textSha256: text("text_sha256").notNull(),
    textVersion: integer("text_version").notNull(),
    locale: text("locale", { enum: LOCALES }).notNull(),
    channel: text("channel").notNull(),
    /**
     * The dealership that the words name, the only one that may receive what was agreed to; null if
     * they name none.
     */
    dealershipId: uuid("dealership_id").references(() => dealershipTable.id),
    givenAt: timestamp("given_at", { withTimezone: true }).notNull().defaultNow(),
    withdrawnAt: timestamp("withdrawn_at", { withTimezone: true }),
  },
  (table) => [
    index("consent_submission").on(table.submissionId),
    index("consent_user").on(table.userId),
    check("consent_owner", sql`num_nonnulls(${table.submissionId}, ${table.userId}) = 1`),
    checkCode("consent_purpose_code", table.purpose, CONSENT_PURPOSES),
    checkCode("consent_locale_code", table.locale, LOCALES),
  ],
);
