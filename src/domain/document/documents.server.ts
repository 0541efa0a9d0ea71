import { randomUUID } from "node:crypto";
import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { recordAct, toActor } from "#domain/audit/record-audit.server.ts";
import { formatSealedId } from "#domain/audit/search-audit.server.ts";
import { isSealedTimeOver } from "#domain/lead/lead-retention.server.ts";
import { notifyInbox } from "#domain/lead/notify-inbox.server.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { withdrawMessages } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import type { ExpiredData } from "#platform/database/expired-rows.server.ts";
import { oneAtATime } from "#platform/limit/concurrency.server.ts";
import {
  countAgainst,
  type RateLimit,
  type RateLimitResult,
} from "#platform/limit/rate-limit.server.ts";
import { type DecodeRefusal, readPdf } from "#platform/decoding/decode-file.server.ts";
import { cleanPhoto } from "#platform/storage/clean-photo.server.ts";
import { storage } from "#platform/storage/storage.server.ts";
import {
  openFileForRecord,
  sealFileForRecord,
  shredRecords,
} from "#platform/vault/record-vault.server.ts";
import type { Role } from "#values/role.ts";
import {
  type DocumentRefusal,
  type DocumentType,
  MOST_DOCUMENTS,
  MOST_PAGES,
  recognizeDocument,
  type StoredKind,
} from "./document.ts";
import { documentRequestTable, documentTable } from "./document.table.ts";
import type { FoundRequest } from "./request-documents.server.ts";

/** Large enough that small print stays legible; only the pixels of the file are stored. */
const PICTURE_SIZE = { widthPx: 2_400, heightPx: 2_400, fit: "inside" } as const;

/** Each is decoded and re-encoded, which is expensive enough to be limited. */
const UPLOADS: RateLimit = { name: "document uploads", most: 60, windowMs: 60 * 60_000 };

export function limitUploads(ipAddress: string): Promise<RateLimitResult> {
  return countAgainst(UPLOADS, ipAddress);
}

/** Each link gets one of the decoder's few slots: its other uploads wait. */
const ofOneLink = oneAtATime();

type Drawn = { ok: true; bytes: Uint8Array; contentType: DocumentType };

/**
 * Stores a document: its content is checked, then sealed, and only then put into the storage. With
 * an id of its own it is stored once, however often it is given.
 */
export async function storeDocument(
  request: Pick<FoundRequest, "submissionId">,
  kind: StoredKind,
  file: Uint8Array,
  id: string = randomUUID(),
): Promise<{ ok: true } | { ok: false; code: DocumentRefusal }> {
  if (await isStored(id)) return { ok: true };
  const drawn = await ofOneLink(request.submissionId, () => drawDocument(file));
  if (!drawn.ok) return drawn;
  const sealed = await db().transaction(async (transaction) => {
    // One upload at a time per application, so that the count is right.
    await transaction
      .select({ id: submissionTable.id })
      .from(submissionTable)
      .where(eq(submissionTable.id, request.submissionId))
      .for("update");
    const count = await transaction.$count(
      documentTable,
      eq(documentTable.submissionId, request.submissionId),
    );
    if (count >= MOST_DOCUMENTS) return null;
    // What an earlier try with this id left behind was never finished.
    await transaction
      .delete(documentTable)
      .where(and(eq(documentTable.id, id), isNull(documentTable.storedAt)));
    await transaction.insert(documentTable).values({
      id,
      submissionId: request.submissionId,
      kind,
      contentType: drawn.contentType,
      sizeBytes: drawn.bytes.byteLength,
      uploadedAt: now(),
    });
    return sealFileForRecord(transaction, drawn.bytes, sealContext(id));
  });
  if (!sealed) return { ok: false, code: "too_many" };
  await storage().put(storageKey(id), sealed, "application/octet-stream");
  await db().transaction(async (transaction) => {
    await transaction
      .update(documentTable)
      .set({ storedAt: now() })
      .where(eq(documentTable.id, id));
    const [lead] = await transaction
      .select({ id: leadTable.id })
      .from(leadTable)
      .where(eq(leadTable.submissionId, request.submissionId));
    if (lead) {
      await transaction
        .insert(leadEventTable)
        .values({ leadId: lead.id, at: now(), kind: "document_received", note: kind });
      await notifyInbox(transaction);
    }
  });
  return { ok: true };
}

async function isStored(id: string): Promise<boolean> {
  const isWhole = and(eq(documentTable.id, id), isNotNull(documentTable.storedAt));
  return (await db().$count(documentTable, isWhole)) > 0;
}

async function drawDocument(
  file: Uint8Array,
): Promise<Drawn | { ok: false; code: DocumentRefusal }> {
  const recognized = recognizeDocument(file);
  if (!recognized.ok) return recognized;
  if (recognized.type === "pdf") {
    const pdf = await readPdf(file, { mostPages: MOST_PAGES });
    if (!pdf.ok) return { ok: false, code: PDF_REFUSALS[pdf.code] };
    return { ok: true, bytes: file, contentType: "application/pdf" };
  }
  const picture = await cleanPhoto(file, PICTURE_SIZE);
  if (picture.ok) return { ok: true, bytes: picture.bytes, contentType: "image/webp" };
  return { ok: false, code: picture.code === "photo_too_large" ? "too_large" : "not_a_document" };
}

const PDF_REFUSALS: Record<DecodeRefusal, DocumentRefusal> = {
  unreadable: "not_a_document",
  too_many_pixels: "not_a_document",
  locked: "locked_pdf",
  too_many_pages: "too_many_pages",
};

export type ListedDocument = {
  id: string;
  kind: StoredKind;
  contentType: DocumentType;
  uploadedAt: Date;
};

/** The documents of an application, in the order of upload. */
export async function listDocuments(submissionId: string): Promise<ListedDocument[]> {
  const { id, kind, contentType, uploadedAt } = documentTable;
  return db()
    .select({ id, kind, contentType, uploadedAt })
    .from(documentTable)
    .where(and(eq(documentTable.submissionId, submissionId), isNotNull(documentTable.storedAt)))
    .orderBy(asc(uploadedAt), asc(id));
}

type FoundDocument = ListedDocument & { reference: string };

export async function findDocument(id: string): Promise<FoundDocument | null> {
  const [found] = await db()
    .select({ document: documentTable, reference: submissionTable.reference })
    .from(documentTable)
    .innerJoin(submissionTable, eq(submissionTable.id, documentTable.submissionId))
    .where(and(eq(documentTable.id, id), isNotNull(documentTable.storedAt)));
  return found ? { ...found.document, reference: found.reference } : null;
}

/**
 * Opens a document for a viewer; the view is written to the audit log before the file is read. Null
 * if it was shredded.
 */
export async function openDocument(
  { id, kind, reference }: FoundDocument,
  viewer: { id: string; role: Role },
): Promise<Buffer | null> {
  await recordAct({
    by: toActor(viewer),
    action: "document_viewed",
    on: { kind: "sealed_value", id: formatSealedId(reference, kind) },
  });
  return readDocument(id);
}

/**
 * The number of pages; counting them shows them to nobody, so it is not logged. Null if it was
 * shredded.
 */
export async function countPages({
  id,
  contentType,
}: Pick<ListedDocument, "id" | "contentType">): Promise<number | null> {
  if (contentType !== "application/pdf") return 1;
  const bytes = await readDocument(id);
  const pdf = bytes && (await readPdf(bytes, { mostPages: MOST_PAGES, isCountedOnly: true }));
  return pdf?.ok ? pdf.pageCount : null;
}

async function readDocument(id: string): Promise<Buffer | null> {
  const file = await storage().get(storageKey(id));
  if (!file) return null;
  const opened = await openFileForRecord(db(), Buffer.from(file.bytes), sealContext(id));
  return opened.ok ? opened.bytes : null;
}

/** An interrupted upload leaves at most a file without a row, which is deleted after this time. */
const UNFINISHED = "1 hour";

/**
 * Shreds documents when the retention of the sealed answers ends, or with their application if that
 * was deleted, and uploads that were never finished. The key is deleted first: a file that cannot
 * be deleted now is already unreadable, and is tried again.
 */
export const oldDocuments: ExpiredData = {
  count: async (at) => (await listOldDocuments(at)).length,
  end: async (at) => {
    const ids = await listOldDocuments(at);
    await shredRecords(db(), "document", ids);
    for (const id of ids) {
      await storage().delete(storageKey(id));
      await db().delete(documentTable).where(eq(documentTable.id, id));
    }
    return ids.length;
  },
};

async function listOldDocuments(at: Date): Promise<string[]> {
  const { rows } = await db().execute<{ id: string }>(sql`
    select document.id from document left join submission on submission.id = document.submission_id
    where submission.id is null or ${isSealedTimeOver(at)}
      or (document.stored_at is null
        and document.uploaded_at < ${at.toISOString()}::timestamptz - ${UNFINISHED}::interval)`);
  return rows.map(({ id }) => id);
}

/**
 * Makes the documents of a submission unreadable, and ends its upload links; `oldDocuments` deletes
 * the files.
 */
export async function shredDocuments(
  transaction: Transaction,
  { id: leadId, submissionId }: { id: string; submissionId: string },
): Promise<void> {
  const documents = await transaction
    .update(documentTable)
    .set({ storedAt: null })
    .where(eq(documentTable.submissionId, submissionId))
    .returning({ id: documentTable.id });
  await shredRecords(
    transaction,
    "document",
    documents.map(({ id }) => id),
  );
  await transaction
    .update(documentRequestTable)
    .set({ tokenHash: null, expiresAt: now() })
    .where(eq(documentRequestTable.submissionId, submissionId));
  // Otherwise an e-mail that is sent later would create its link again.
  await withdrawMessages(transaction, { leadId, events: ["documents_requested"] });
}

/** Not in the pictures' folder: a sealed file cannot be shown by a browser. */
function storageKey(id: string): string {
  return `documents/${id}.sealed`;
}

function sealContext(recordId: string) {
  return { table: "document", column: "file", recordId };
}
