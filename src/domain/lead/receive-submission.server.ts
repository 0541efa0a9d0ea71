import { eq, sql } from "drizzle-orm";
import { type Draft, lockUnchangedDraft, markDraftSent } from "#domain/draft/draft.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { prepareStatement } from "#platform/database/prepared-query.server.ts";
import { dataKeyTable } from "#platform/vault/data-key.table.ts";
import { recordConsents, recordFurtherConsents } from "./consents.server.ts";
import type { CreatedLead } from "./create-lead.server.ts";
import { notifyOfChange } from "./lead-messages.server.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";
import {
  makeSubmissionRow,
  type NewSubmission,
  prepareSubmission,
  storePrepared,
  groupCommitSubmission,
} from "./store-submissions.server.ts";
import { submissionTable } from "./submission.table.ts";

export type Submission = NewSubmission & {
  /** What else is stored with the lead, or not at all. */
  whenStored?: ((transaction: Transaction, lead: CreatedLead) => Promise<void>) | undefined;
};

type Received = { reference: string; repeated: boolean };

/** The reference of a submission already stored under this id, if any. */
export async function findReference(submissionId: string): Promise<string | null> {
  const [row] = await selectReference({ id: submissionId });
  return row?.reference ?? null;
}

const selectReference = prepareStatement<{ reference: string }, "id">(
  "submission_reference",
  ["id"],
  ({ id }) => sql`select reference from ${submissionTable} where ${submissionTable.id} = ${id}`,
);

/**
 * Stores a submission with its consents, its lead and what it owes: all of it or nothing. When it
 * returns, it is committed; until then nobody may be told of success.
 */
export async function receiveSubmission(submission: Submission): Promise<Received> {
  const reference = submission.whenStored
    ? await db().transaction((transaction) => storeSubmission(transaction, submission))
    : await storeWithOthers(submission);
  return describeReceived(submission, reference);
}

/** One that brings nothing of its own along is stored with others of the same moment. */
async function storeWithOthers(submission: Submission): Promise<string | null> {
  const prepared = await prepareSubmission(db(), submission);
  if (await groupCommitSubmission(prepared)) return prepared.reference;
  await db().transaction((transaction) =>
    recordFurtherConsents(transaction, submission.id, submission.consents),
  );
  return null;
}

/**
 * The same for a submission that was made of a draft, which becomes a sent one with it. Null where
 * the draft was changed since it was read: nothing is stored.
 */
export async function receiveDraft(submission: Submission, draft: Draft): Promise<Received | null> {
  const stored = await db().transaction(async (transaction) => {
    if (!(await lockUnchangedDraft(transaction, draft))) return null;
    const reference = await storeSubmission(transaction, submission);
    if (reference !== null) await markDraftSent(transaction, draft, reference);
    return { reference };
  });
  return stored && describeReceived(submission, stored.reference);
}

async function describeReceived({ id }: Submission, stored: string | null): Promise<Received> {
  if (stored !== null) return { reference: stored, repeated: false };
  const reference = await findReference(id);
  if (reference === null)
    throw new Error("A submission vanished between its conflict and its reading.");
  return { reference, repeated: true };
}

/**
 * The same as a part of what else must be stored with it. Null where it was stored before: then only
 * a box is added that the repeat ticks and the first post did not.
 */
export async function storeSubmission(
  transaction: Transaction,
  submission: Submission,
): Promise<string | null> {
  const prepared = await prepareSubmission(transaction, submission);
  const [isStored] = await storePrepared([prepared], transaction);
  if (!isStored) {
    await recordFurtherConsents(transaction, submission.id, submission.consents);
    return null;
  }
  await submission.whenStored?.(transaction, prepared.lead);
  return prepared.reference;
}

/**
 * Stores a submission that takes the place of an earlier one of the same person about the same thing:
 * its lead goes on with the new answers, and whoever has it gets them as an update of what they have.
 * One that was closed is open again. Where the earlier one has no lead any more, it is a new one.
 */
export async function replaceSubmission(
  transaction: Transaction,
  submission: Submission,
  { replacedId, note }: { replacedId: string; note: string },
): Promise<void> {
  const [lead] = await transaction
    .select()
    .from(leadTable)
    .where(eq(leadTable.submissionId, replacedId))
    .for("no key update");
  if (!lead) {
    await storeSubmission(transaction, submission);
    return;
  }
  const at = now();
  const { row, dataKey } = await makeSubmissionRow(submission);
  const inserted = await transaction
    .insert(submissionTable)
    .values(row)
    .onConflictDoNothing({ target: submissionTable.id })
    .returning({ id: submissionTable.id });
  if (inserted.length === 0) return;
  if (dataKey) await transaction.insert(dataKeyTable).values(dataKey);
  await recordConsents(transaction, submission.id, submission.consents);
  const reopens = lead.status === "closed";
  await transaction
    .update(leadTable)
    .set({
      ...submission.facts,
      submissionId: submission.id,
      ...(reopens && { status: "new" }),
    })
    .where(eq(leadTable.id, lead.id));
  await transaction.insert(leadEventTable).values({
    leadId: lead.id,
    kind: "bid_changed",
    note,
    byUserId: submission.userId ?? null,
    at,
    ...(reopens && { fromStatus: lead.status, toStatus: "new" }),
  });
  await notifyOfChange(transaction, lead, submission.id);
}
