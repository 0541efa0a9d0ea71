import { randomUUID } from "node:crypto";
import { and, eq, gt, gte, isNull, lt, lte, ne, type Placeholder, sql } from "drizzle-orm";
import * as z from "zod/mini";
import {
  countDoneSteps,
  countProgress,
  countSent,
} from "#domain/form-progress/form-progress.server.ts";
import type { AnswersOf, FormDeclaration } from "#forms/define-form.ts";
import { type Agreement, NO_PROGRESS, type Progress, activeConsents } from "#forms/gates.ts";
import { parseStored } from "#forms/stored-answers.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable, type Transaction } from "#platform/database/database.server.ts";
import { lockName } from "#platform/database/named-lock.server.ts";
import { expiredRows } from "#platform/database/expired-rows.server.ts";
import { prepareQuery } from "#platform/database/prepared-query.server.ts";
import { dataKeyTable } from "#platform/vault/data-key.table.ts";
import { keyOfRecord, openForRecord, sealForRecord } from "#platform/vault/record-vault.server.ts";
import { isSameSealing } from "#platform/vault/vault.server.ts";
import { site } from "#site/site.ts";
import { LOCALES } from "#values/locale.ts";
import { draftTable } from "./draft.table.ts";

export type Draft<Form extends FormDeclaration = FormDeclaration> = StoredDraft & {
  answers: AnswersOf<Form>;
};

/** A draft without its answers, whose type depends on the form. */
type StoredDraft = {
  /** What was agreed to at the form's gates. */
  consents: readonly Agreement[];
  id: string;
  visitorHash: string;
  formName: string;
  part: string;
  formVersion: number;
  /** The most steps that were complete at once. */
  stepsDone: number;
  expiresAt: Date;
  /** The reference under which the draft was sent; then it has no answers any more. */
  sentReference: string | null;
  /** The sealed content as it was read: if it differs later, the draft was changed since. */
  sealedContent: Buffer;
};

const contentSchema = z.object({
  /** Only in drafts from before the seal was bound to the visitor; such drafts always have it. */
  visitorHash: z.optional(z.string()),
  answers: z.unknown(),
  consents: z.array(
    z.object({
      purpose: z.string(),
      text: z.string(),
      locale: z.enum(LOCALES),
      givenAt: z.string(),
      version: z.optional(z.number()),
      recipientId: z.optional(z.string()),
    }),
  ),
});

/**
 * The visitor's draft of a form; null if there is none, or if it can no longer be opened. `part`
 * separates the drafts of several people for the same form in one browser.
 */
export async function findDraft<Form extends FormDeclaration>(
  visitorHash: string,
  form: Form,
  { part = "", queryable }: { part?: string; queryable?: Queryable } = {},
): Promise<Draft<Form> | null> {
  const key = { visitorHash, formName: form.name, part };
  const [row] = await (queryable === undefined
    ? selectDraft({ ...key, at: now() })
    : draftOf(queryable, { ...key, at: now() }));
  return row ? openDraft(row.draft, form, queryable ?? db(), row.sealedKey) : null;
}

const SEALED_TABLE = "draft";

type KeyAt = Readonly<Record<keyof DraftKey, string | Placeholder>> & { at: Date | Placeholder };

function draftOf(queryable: Queryable, { visitorHash, formName, part, at }: KeyAt) {
  return queryable
    .select({ draft: draftTable, sealedKey: dataKeyTable.sealedKey })
    .from(draftTable)
    .leftJoin(dataKeyTable, keyOfRecord(SEALED_TABLE, draftTable.id))
    .where(
      and(
        eq(draftTable.visitorHash, visitorHash),
        eq(draftTable.formName, formName),
        eq(draftTable.part, part),
        gt(draftTable.expiresAt, at),
      ),
    );
}

const selectDraft = prepareQuery(
  "draft",
  ["visitorHash", "formName", "part", "at"],
  draftOf,
  // Reads the primary: a replica may not have its visitor's last answer yet.
  { from: db },
);

async function openDraft<Form extends FormDeclaration>(
  row: typeof draftTable.$inferSelect,
  form: Form,
  queryable: Queryable,
  sealedKey?: Buffer | null,
): Promise<Draft<Form> | null> {
  const opened = await openForRecord(queryable, row.sealedContent, sealContext(row), sealedKey);
  if (!opened.ok) return null;
  const content = contentSchema.safeParse(JSON.parse(opened.plaintext)).data;
  if (!content || (content.visitorHash ?? row.visitorHash) !== row.visitorHash) return null;
  // An answer that the form no longer accepts is asked again.
  const { answers } = parseStored(form, content.answers);
  return { ...row, answers, consents: content.consents };
}

/**
 * A visitor's answers so far in some forms, each with its time: from drafts that are not sent and
 * are not another person's part. One query for any number of forms.
 */
export async function findAnswersUnderWay<Form extends FormDeclaration>(
  visitorHash: string,
  forms: readonly Form[],
): Promise<{ form: Form; answers: AnswersOf<Form>; at: Date }[]> {
  const rows = await selectUnderWay({
    visitorHash,
    formNames: forms.map(({ name }) => name),
    at: now(),
  });
  const opened = rows.map(async ({ draft, sealedKey }) => {
    const form = forms.find(({ name }) => name === draft.formName);
    const found = form && (await openDraft(draft, form, db(), sealedKey));
    return found ? [{ form, answers: found.answers, at: draft.updatedAt }] : [];
  });
  return (await Promise.all(opened)).flat();
}

const selectUnderWay = prepareQuery(
  "answers_under_way",
  ["visitorHash", "formNames", "at"],
  (database, { visitorHash, formNames, at }) =>
    database
      .select({ draft: draftTable, sealedKey: dataKeyTable.sealedKey })
      .from(draftTable)
      .leftJoin(dataKeyTable, keyOfRecord(SEALED_TABLE, draftTable.id))
      .where(
        and(
          eq(draftTable.visitorHash, visitorHash),
          sql`${draftTable.formName} = any(${formNames}::text[])`,
          eq(draftTable.part, ""),
          isNull(draftTable.sentReference),
          gt(draftTable.expiresAt, at),
        ),
      ),
  { from: db },
);

/** A draft and its form, of any visitor: for a link that was mailed to its owner. */
export async function findDraftById(
  id: string,
  findForm: (name: string) => FormDeclaration | undefined,
  queryable: Queryable = db(),
): Promise<{ draft: Draft; form: FormDeclaration } | null> {
  const [row] = await queryable
    .select()
    .from(draftTable)
    .where(and(eq(draftTable.id, id), gt(draftTable.expiresAt, now())));
  const form = row && findForm(row.formName);
  const draft = form && (await openDraft(row, form, queryable));
  return draft ? { draft, form } : null;
}

/**
 * Moves a draft to another browser, which is then the only one that can open it. Its form's version
 * stays the same, so that the person is told what has changed meanwhile.
 */
export async function moveDraft(
  transaction: Transaction,
  form: FormDeclaration,
  id: string,
  visitorHash: string,
): Promise<boolean> {
  const findForm = () => form;
  const before = await findDraftById(id, findForm, transaction);
  if (!before) return false;
  const { formName, part } = before.draft;
  const owners = [before.draft.visitorHash, visitorHash].toSorted();
  // Always in the same order, so that two moves in opposite directions do not deadlock.
  for (const owner of owners) await lockDraft(transaction, { visitorHash: owner, formName, part });
  const found = await findDraftById(id, findForm, transaction);
  if (!found || found.draft.sentReference !== null) return false;
  const { answers, consents } = found.draft;
  await transaction
    .delete(draftTable)
    .where(
      and(
        eq(draftTable.visitorHash, visitorHash),
        eq(draftTable.formName, formName),
        eq(draftTable.part, part),
        ne(draftTable.id, id),
      ),
    );
  const content = JSON.stringify({ answers, consents });
  await transaction
    .update(draftTable)
    .set({
      visitorHash,
      sealedContent: await sealForRecord(transaction, content, sealContext({ id, visitorHash })),
      ...liveFromNow(),
    })
    .where(eq(draftTable.id, id));
  return true;
}

/**
 * Stores the progress so far, and returns the draft as it is then. An agreement is stored with the
 * answers that it is based on.
 */
export type SaveDraft = (progress: Progress) => Promise<Draft>;

/**
 * Changes the visitor's draft from its current content to what `change` makes of it. Changes by the
 * same visitor run one after the other, so that none overwrites another; `change` must therefore
 * wait only for `save`, and send no other query to the database. The draft's id stays the same as
 * long as it is stored; saving over a sent draft begins a new one.
 */
export async function changeDraft<Form extends FormDeclaration, Result>(
  visitorHash: string,
  form: Form,
  change: (draft: Draft<Form> | null, save: SaveDraft) => Promise<Result>,
  { part = "" }: { part?: string } = {},
): Promise<Result> {
  return db().transaction(async (transaction) => {
    const ownDraft = { visitorHash, formName: form.name, part };
    await lockDraft(transaction, ownDraft);
    const draft = await findDraft(visitorHash, form, { part, queryable: transaction });
    const isLive = draft !== null && draft.sentReference === null;
    const id = isLive ? draft.id : randomUUID();
    return change(draft, async (progress) => {
      const { answers } = progress;
      const consents = activeConsents(form, isLive ? draft.answers : {}, progress);
      const before = isLive ? draft.stepsDone : null;
      const stepsDone = Math.max(before ?? 0, countDoneSteps(form, { answers, consents }));
      const columns = { ...ownDraft, id, formVersion: form.version, sentReference: null };
      const written = await writeDraft(transaction, {
        ...columns,
        stepsDone,
        progress: { answers, consents },
      });
      await countProgress(transaction, form, { from: before, to: stepsDone });
      return { ...written, answers, consents };
    });
  });
}

/**
 * Locks a draft until the transaction ends, so that nobody changes it meanwhile. Returns false if
 * it was changed since it was read.
 */
export async function lockUnchangedDraft(
  transaction: Transaction,
  draft: StoredDraft,
): Promise<boolean> {
  await lockDraft(transaction, draft);
  const [row] = await transaction
    .select({ sealedContent: draftTable.sealedContent })
    .from(draftTable)
    .where(eq(draftTable.id, draft.id));
  return row !== undefined && isSameSealing(row.sealedContent, draft.sealedContent);
}

/**
 * Marks the draft as sent and deletes its answers, which the submission of this reference now has.
 * Call it in the transaction that stores the submission, after `lockUnchangedDraft`. The draft
 * keeps its id, which identifies it to a page that is still open.
 */
export async function markDraftSent(
  transaction: Transaction,
  { id, visitorHash, formName, part, formVersion, stepsDone }: StoredDraft,
  reference: string,
): Promise<void> {
  const key = { id, visitorHash, formName, part };
  const columns = { ...key, formVersion, stepsDone, sentReference: reference };
  await writeDraft(transaction, { ...columns, progress: NO_PROGRESS });
  await countSent(transaction, formName);
}

type DraftKey = Pick<StoredDraft, "visitorHash" | "formName" | "part">;

/** There may be no row to lock yet, so the lock is a named one. */
async function lockDraft(transaction: Transaction, { visitorHash, formName, part }: DraftKey) {
  const name = `draft ${visitorHash} ${formName} ${part}`;
  await lockName(transaction, name);
}

type DraftToWrite = DraftKey &
  Pick<StoredDraft, "id" | "formVersion" | "stepsDone" | "sentReference"> & {
    progress: Progress;
  };

async function writeDraft(transaction: Transaction, { progress, ...columns }: DraftToWrite) {
  const content = JSON.stringify(progress);
  const values = {
    ...columns,
    sealedContent: await sealForRecord(transaction, content, sealContext(columns)),
    ...liveFromNow(),
  };
  const { updatedAt: startedAt } = values;
  // A new draft in the row of a sent one has another id.
  const isSame = sql`${draftTable.id} = excluded.id`;
  await transaction
    .insert(draftTable)
    .values({ ...values, startedAt, saves: 1 })
    .onConflictDoUpdate({
      target: [draftTable.visitorHash, draftTable.formName, draftTable.part],
      set: {
        ...values,
        startedAt: sql`case when ${isSame} then ${draftTable.startedAt} else excluded.started_at end`,
        saves: sql`case when ${isSame} then ${draftTable.saves} + 1 else 1 end`,
      },
    });
  return values;
}

function liveFromNow() {
  const updatedAt = now();
  return {
    updatedAt,
    expiresAt: new Date(updatedAt.getTime() + site.retention.draftDays * 24 * 60 * 60_000),
  };
}

const FILLED_IN_MS = 60_000;
const FILLED_SAVES = 4;

/**
 * Whether this visitor has filled in a form step by step, sent or not: answers were stored at least
 * four times, over at least a minute. A program can do that too, but not every second.
 */
export async function hasFilledDraft(visitorHash: string): Promise<boolean> {
  const [filled] = await db()
    .select({ id: draftTable.id })
    .from(draftTable)
    .where(
      and(
        eq(draftTable.visitorHash, visitorHash),
        gt(draftTable.expiresAt, now()),
        gte(draftTable.saves, FILLED_SAVES),
        lte(draftTable.startedAt, new Date(now().getTime() - FILLED_IN_MS)),
      ),
    )
    .limit(1);
  return filled !== undefined;
}

export async function deleteDraft(
  visitorHash: string,
  form: FormDeclaration,
  { part = "" }: { part?: string } = {},
): Promise<void> {
  await db()
    .delete(draftTable)
    .where(
      and(
        eq(draftTable.visitorHash, visitorHash),
        eq(draftTable.formName, form.name),
        eq(draftTable.part, part),
      ),
    );
}

/** Deletes all drafts of a browser when its person leaves it, sent or not. */
export async function deleteDrafts(visitorHash: string): Promise<void> {
  await db().delete(draftTable).where(eq(draftTable.visitorHash, visitorHash));
}

/**
 * Moves all drafts of a browser to its next visitor cookie: the earlier cookie can open none of
 * them.
 */
export async function moveDrafts(
  transaction: Transaction,
  visitorHash: string,
  nextHash: string,
): Promise<void> {
  const isOwn = eq(draftTable.visitorHash, visitorHash);
  const own = await transaction.select().from(draftTable).where(isOwn).orderBy(draftTable.id);
  for (const draft of own) {
    await lockDraft(transaction, draft);
    // Read again, because an answer may have been stored meanwhile.
    const [row] = await transaction
      .select()
      .from(draftTable)
      .where(and(isOwn, eq(draftTable.id, draft.id)));
    const opened = row && (await openForRecord(transaction, row.sealedContent, sealContext(row)));
    if (!opened?.ok) continue;
    const { answers, consents } = contentSchema.parse(JSON.parse(opened.plaintext));
    const content = JSON.stringify({ answers, consents });
    const context = sealContext({ id: draft.id, visitorHash: nextHash });
    await transaction
      .update(draftTable)
      .set({
        visitorHash: nextHash,
        sealedContent: await sealForRecord(transaction, content, context),
      })
      .where(eq(draftTable.id, draft.id));
  }
}

export const expiredDrafts = expiredRows(draftTable, (at) => lt(draftTable.expiresAt, at));

/**
 * Contains the visitor: a row that somebody assigns to another visitor in the database can be
 * opened by neither.
 */
function sealContext({ id, visitorHash }: Pick<StoredDraft, "id" | "visitorHash">) {
  return { table: SEALED_TABLE, column: "sealed_content", recordId: id, owner: visitorHash };
}
