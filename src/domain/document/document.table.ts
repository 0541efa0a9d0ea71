import { index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { userTable } from "#domain/identity/identity.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { checkCode, checkCodes, rowId } from "#platform/database/columns.ts";
import { DOCUMENT_KINDS, DOCUMENT_TYPES, STORED_KINDS } from "./document.ts";

/** Staff's request for documents to an applicant; the link in the e-mail opens the upload page. */
export const documentRequestTable = pgTable(
  "document_request",
  {
    id: rowId(),
    submissionId: uuid("submission_id")
      .notNull()
      .references(() => submissionTable.id, { onDelete: "cascade" }),
    kinds: text("kinds", { enum: DOCUMENT_KINDS }).array().notNull(),
    /** The hash of the link's token, which is created when the e-mail is sent; null before that. */
    tokenHash: text("token_hash").unique(),
    /** Null after their account was deleted, because they left. */
    requestedByUserId: text("requested_by_user_id").references(() => userTable.id, {
      onDelete: "set null",
    }),
    requestedAt: timestamp("requested_at", { withTimezone: true }).notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    index("document_request_submission").on(table.submissionId),
    checkCodes("document_request_kinds_code", table.kinds, DOCUMENT_KINDS),
  ],
);

/** A document of an applicant. Its file is sealed in the file storage, its key is in data_key. */
export const documentTable = pgTable(
  "document",
  {
    id: uuid("id").primaryKey(),
    /** Null if the submission was deleted: the row stays until the file is deleted. */
    submissionId: uuid("submission_id").references(() => submissionTable.id, {
      onDelete: "set null",
    }),
    kind: text("kind", { enum: STORED_KINDS }).notNull(),
    contentType: text("content_type", { enum: DOCUMENT_TYPES }).notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    uploadedAt: timestamp("uploaded_at", { withTimezone: true }).notNull(),
    /** When its file was completely stored; null before, and if storing it failed. */
    storedAt: timestamp("stored_at", { withTimezone: true }),
  },
  (table) => [
    index("document_submission").on(table.submissionId),
    checkCode("document_kind_code", table.kind, STORED_KINDS),
    checkCode("document_content_type_code", table.contentType, DOCUMENT_TYPES),
  ],
);
