import { randomUUID } from "node:crypto";
import { and, eq, gt, isNull, lt } from "drizzle-orm";
import * as z from "zod/mini";
import type { FormDeclaration } from "#forms/define-form.ts";
import type { Answers } from "#forms/question-kind.ts";
import { parseStored } from "#forms/stored-answers.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { vault } from "#platform/vault/process-vault.server.ts";
import { draftTable } from "./submission.table.ts";

/** reference/forms.md 19: an abandoned draft is seen by nobody and goes after 30 days. */
export const DRAFT_DAYS = 30;

/** A consent given on the way, before the form is sent: which words, and when. */
export type DraftConsent = { purpose: string; text: string; locale: string; givenAt: string };

export type DraftContent = { answers: Answers; consents: DraftConsent[] };

export type Draft = DraftContent & {
  id: string;
  formVersion: number;
  expiresAt: Date;
  /** The draft was sent under this reference; it holds no answers any more. */
  sentReference: string | null;
};

const contentSchema = z.object({
  answers: z.unknown(),
  consents: z.array(
    z.object({ purpose: z.string(), text: z.string(), locale: z.string(), givenAt: z.string() }),
  ),
});

/** The visitor's draft of a form, or null. One that can no longer be opened counts as none. */
export async function findDraft(visitorHash: string, form: FormDeclaration): Promise<Draft | null> {
  const [row] = await db()
    .select()
    .from(draftTable)
    .where(
      and(
        eq(draftTable.visitorHash, visitorHash),
        eq(draftTable.formName, form.name),
        gt(draftTable.expiresAt, now()),
      ),
    );
  if (!row) return null;
  const opened = await vault().open(row.sealedContent, sealContext(row.id));
  if (!opened.ok) return null;
  const content = contentSchema.parse(JSON.parse(opened.plaintext));
  // An answer that the form no longer takes is asked again.
  const { answers } = parseStored(form, content.answers);
  const { id, formVersion, expiresAt, sentReference } = row;
  return { answers, consents: content.consents, id, formVersion, expiresAt, sentReference };
}

/**
 * Keeps what was answered so far; the draft's id stays the same for as long as it lives. Over a
 * draft that was sent, it begins a new one.
 */
export async function saveDraft(
  visitorHash: string,
  form: FormDeclaration,
  content: DraftContent,
): Promise<{ id: string }> {
  const at = now();
  const existing = await findDraft(visitorHash, form);
  const id = existing && !existing.sentReference ? existing.id : randomUUID();
  await writeDraft(visitorHash, form, { id, content, sentReference: null, at });
  return { id };
}

/**
 * As `saveDraft`, but never over a draft that was sent: a late saving from a page that is on its way
 * out must not bring the answers back. Null then.
 */
export async function keepDraft(
  visitorHash: string,
  form: FormDeclaration,
  content: DraftContent,
): Promise<{ id: string } | null> {
  const existing = await findDraft(visitorHash, form);
  if (existing?.sentReference) return null;
  const id = existing?.id ?? randomUUID();
  const isWritten = await writeDraft(visitorHash, form, {
    id,
    content,
    sentReference: null,
    at: now(),
    onlyUnsent: true,
  });
  return isWritten ? { id } : null;
}

/** Leaves "already sent" behind and forgets the answers, which the submission now holds. */
export async function markDraftSent(
  visitorHash: string,
  form: FormDeclaration,
  sent: { id: string; reference: string },
): Promise<void> {
  const content = { answers: {}, consents: [] };
  await writeDraft(visitorHash, form, {
    id: sent.id,
    content,
    sentReference: sent.reference,
    at: now(),
  });
}

async function writeDraft(
  visitorHash: string,
  form: FormDeclaration,
  {
    id,
    content,
    sentReference,
    at,
    onlyUnsent = false,
  }: {
    id: string;
    content: DraftContent;
    sentReference: string | null;
    at: Date;
    onlyUnsent?: boolean;
  },
): Promise<boolean> {
  const values = {
    id,
    visitorHash,
    formName: form.name,
    formVersion: form.version,
    sealedContent: await vault().seal(JSON.stringify(content), sealContext(id)),
    sentReference,
    updatedAt: at,
    expiresAt: new Date(at.getTime() + DRAFT_DAYS * 24 * 60 * 60_000),
  };
  const written = await db()
    .insert(draftTable)
    .values(values)
    .onConflictDoUpdate({
      target: [draftTable.visitorHash, draftTable.formName],
      set: values,
      ...(onlyUnsent ? { setWhere: isNull(draftTable.sentReference) } : {}),
    })
    .returning({ id: draftTable.id });
  return written.length > 0;
}

export async function deleteDraft(visitorHash: string, form: FormDeclaration): Promise<void> {
  await db()
    .delete(draftTable)
    .where(and(eq(draftTable.visitorHash, visitorHash), eq(draftTable.formName, form.name)));
}

/** Deletes what ran out. A daily job calls it. */
export async function deleteExpiredDrafts(): Promise<number> {
  const deleted = await db()
    .delete(draftTable)
    .where(lt(draftTable.expiresAt, now()))
    .returning({ id: draftTable.id });
  return deleted.length;
}

function sealContext(id: string) {
  return { table: "draft", column: "sealed_content", recordId: id };
}
