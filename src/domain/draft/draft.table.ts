import { index, integer, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { bytea } from "#platform/database/columns.ts";

/**
 * An unfinished form: everything typed so far, sealed as a whole, stored until it is sent or
 * expires.
 */
export const draftTable = pgTable(
  "draft",
  {
    /**
     * Also the id of the submission that it becomes, unless that is sent from a page older than the
     * draft.
     */
    id: uuid("id").primaryKey(),
    /** Hash of the visitor's cookie: nobody can open a draft with the table alone. */
    visitorHash: text("visitor_hash").notNull(),
    formName: text("form_name").notNull(),
    /** Separates several drafts of one form in one browser, such as those of two co-applicants. */
    part: text("part").notNull().default(""),
    formVersion: integer("form_version").notNull(),
    /** Answers and agreements, encrypted together. */
    sealedContent: bytea("sealed_content").notNull(),
    /** Set when the draft was sent: the answers are deleted here, only "already sent" remains. */
    sentReference: text("sent_reference"),
    startedAt: timestamp("started_at", { withTimezone: true }).notNull().defaultNow(),
    /** How often answers were stored since then. */
    saves: integer("saves").notNull().default(0),
    /** The most steps that were complete since then: each is counted once (form-progress). */
    stepsDone: integer("steps_done").notNull().default(0),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    unique("draft_visitor_form").on(table.visitorHash, table.formName, table.part),
    index("draft_expires").on(table.expiresAt),
  ],
);
