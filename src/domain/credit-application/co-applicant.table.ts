import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { checkCode, rowId } from "#platform/database/columns.ts";
import { LOCALES } from "#values/locale.ts";

/**
 * `joined`: sent their own application. `declined`: said that they do not apply, or withdrew their
 * application. `left_out`: the applicant continues without them.
 */
const CO_APPLICANT_STATES = ["invited", "joined", "declined", "left_out"] as const;

/**
 * A person invited to apply together with an applicant: their part is an application of its own.
 */
export const coApplicantTable = pgTable(
  "co_applicant",
  {
    id: rowId(),
    /** The application that they were invited to. */
    submissionId: uuid("submission_id")
      .notNull()
      .unique()
      .references(() => submissionTable.id, { onDelete: "cascade" }),
    /** Their own application, from `joined` on. */
    ownSubmissionId: uuid("own_submission_id")
      .unique()
      .references(() => submissionTable.id, { onDelete: "set null" }),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    email: text("email").notNull(),
    locale: text("locale", { enum: LOCALES }).notNull(),
    state: text("state", { enum: CO_APPLICANT_STATES }).notNull().default("invited"),
    /**
     * Null until the e-mail with their link is written. It is not deleted, because their draft is
     * found by it.
     */
    tokenHash: text("token_hash").unique(),
    /** When the applicant proved their address: nobody is invited before that. */
    applicantConfirmedAt: timestamp("applicant_confirmed_at", { withTimezone: true }),
    /** When the invitation was sent; null until then. */
    invitedAt: timestamp("invited_at", { withTimezone: true }),
    decidedAt: timestamp("decided_at", { withTimezone: true }),
  },
  (table) => [
    checkCode("co_applicant_state_code", table.state, CO_APPLICANT_STATES),
    checkCode("co_applicant_locale_code", table.locale, LOCALES),
  ],
);
