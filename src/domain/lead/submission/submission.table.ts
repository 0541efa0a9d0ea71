import {
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { userTable } from "#domain/identity/identity.table.ts";

export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Answers as given, once a person pressed Submit. Never changed afterwards. */
export const submissionTable = pgTable(
  "submission",
  {
    /** Made with the form's page, so that a repeat of the same post is the same submission. */
    id: uuid("id").primaryKey(),
    reference: text("reference").notNull().unique(),
    formName: text("form_name").notNull(),
    formVersion: integer("form_version").notNull(),
    locale: text("locale").notNull(),
    answers: jsonb("answers").notNull(),
    /** The sealed answers (date of birth, SIN, licence number) as one encrypted blob. */
    sealedAnswers: bytea("sealed_answers"),
    /** Who was signed in when it was sent: theirs to see again. Outlives the account, unnamed. */
    userId: text("user_id").references(() => userTable.id, { onDelete: "set null" }),
    /** Hash of the cookie of the browser that sent it, which may see it again; null for programs. */
    visitorHash: text("visitor_hash"),
    submittedAt: timestamp("submitted_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("submission_user").on(table.userId),
    index("submission_visitor").on(table.visitorHash),
  ],
);

/** A form under way: everything typed so far, sealed as a whole, kept until it is sent or runs out. */
export const draftTable = pgTable(
  "draft",
  {
    /** Also the id of the submission that the draft becomes when it is sent. */
    id: uuid("id").primaryKey(),
    /** Hash of the visitor's cookie: the table alone opens no draft. */
    visitorHash: text("visitor_hash").notNull(),
    formName: text("form_name").notNull(),
    formVersion: integer("form_version").notNull(),
    /** Answers and the panel's consent, encrypted as one. */
    sealedContent: bytea("sealed_content").notNull(),
    /** Set once it was sent: the answers are gone from here, "already sent" remains. */
    sentReference: text("sent_reference"),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    unique("draft_visitor_form").on(table.visitorHash, table.formName),
    index("draft_expires").on(table.expiresAt),
  ],
);
