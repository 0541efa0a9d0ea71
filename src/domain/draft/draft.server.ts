import { randomUUID } from "node:crypto";
import { and, eq, gt, lt, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { FormDeclaration } from "#forms/define-form.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import { parseStored } from "#forms/stored-answers.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable, type Transaction } from "#platform/database/database.server.ts";
import { vault } from "#platform/vault/vault.server.ts";
import { draftTable } from "#domain/lead/submission/submission.table.ts";

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
export async function findDraft(
  visitorHash: string,
  form: FormDeclaration,
  queryable: Queryable = db(),
): Promise<Draft | null> {
  const [row] = await queryable
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

/** Keeps what was answered so far, and gives the draft's id. */
export type KeepDraft = (content: DraftContent) => Promise<{ id: string }>;

/**
 * Changes the visitor's draft from what it holds to what `change` makes of it. The same visitor's
 * changes take turns, so that none overwrites what another kept meanwhile; `change` must therefore
 * wait for nothing but `keep`, and ask the database for nothing else.
 *
 * The draft's id stays the same for as long as it lives; keeping over one that was sent begins anew.
 */
export async function changeDraft<Result>(
  visitorHash: string,
  form: FormDeclaration,
  change: (draft: Draft | null, keep: KeepDraft) => Promise<Result>,
): Promise<Result> {
  return db().transaction(async (transaction) => {
    await takeTurn(transaction, visitorHash, form);
    const draft = await findDraft(visitorHash, form, transaction);
    const id = draft && !draft.sentReference ? draft.id : randomUUID();
    return change(draft, async (content) => {
      await writeDraft(transaction, visitorHash, form, { id, content, sentReference: null });
      return { id };
    });
  });
}

/** Leaves "already sent" behind and forgets the answers, which the submission now holds. */
export async function markDraftSent(
  visitorHash: string,
  form: FormDeclaration,
  { id, reference }: { id: string; reference: string },
): Promise<void> {
  const content = { answers: {}, consents: [] };
  await db().transaction(async (transaction) => {
    await takeTurn(transaction, visitorHash, form);
    await writeDraft(transaction, visitorHash, form, { id, content, sentReference: reference });
  });
}

/** There may be no row yet to lock, so the turn is taken by name. */
async function takeTurn(transaction: Transaction, visitorHash: string, { name }: FormDeclaration) {
  const turn = `draft ${visitorHash} ${name}`;
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${turn}, 0))`);
}

async function writeDraft(
  transaction: Transaction,
  visitorHash: string,
  form: FormDeclaration,
  given: { id: string; content: DraftContent; sentReference: string | null },
): Promise<void> {
  const { id, content, sentReference } = given;
  const at = now();
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
  await transaction
    .insert(draftTable)
    .values(values)
    .onConflictDoUpdate({ target: [draftTable.visitorHash, draftTable.formName], set: values });
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
