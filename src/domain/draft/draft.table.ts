import { index, integer, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { bytea } from "#platform/database/columns.ts";

/** A form under way: everything typed so far, sealed as a whole, kept until it is sent or runs out. */
export const draftTable = pgTable(
  "draft",
  {
    /** Also of the submission that it becomes, but for one sent from a page older than the draft. */
    id: uuid("id").primaryKey(),
    /** Hash of the visitor's cookie: the table alone opens no draft. */
    visitorHash: text("visitor_hash").notNull(),
    formName: text("form_name").notNull(),
    /** Tells several drafts of one form in one browser apart, as of two who apply together. */
    part: text("part").notNull().default(""),
    formVersion: integer("form_version").notNull(),
    /** Answers and the panel's consent, encrypted as one. */
    sealedContent: bytea("sealed_content").notNull(),
    /** Set once it was sent: the answers are gone from here, "already sent" remains. */
    sentReference: text("sent_reference"),
    startedAt: timestamp("started_at", { withTimezone: true }).notNull().defaultNow(),
    /** How often answers were stored in it since then. */
    saves: integer("saves").notNull().default(0),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    unique("draft_visitor_form").on(table.visitorHash, table.formName, table.part),
    index("draft_expires").on(table.expiresAt),
  ],
);
