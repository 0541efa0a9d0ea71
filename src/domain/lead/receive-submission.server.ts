import { eq } from "drizzle-orm";
import { type Draft, lockUnchangedDraft, markDraftSent } from "#domain/draft/draft.server.ts";
import { lockMailboxes } from "#domain/notification/mailbox-limit.server.ts";
import type { FormDeclaration } from "#forms/define-form.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import { splitSealed } from "#forms/stored-answers.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { LeadSource } from "#values/lead-source.ts";
import { limitConcurrency } from "#platform/limit/concurrency.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { sealForRecord } from "#platform/vault/record-vault.server.ts";
import type { Locale } from "#values/locale.ts";
import { newReference } from "#values/reference.ts";
import type { ConsentInput } from "./consent.ts";
import { recordConsents, recordFurtherConsents } from "./consents.server.ts";
import { type CreatedLead, createLead } from "./create-lead.server.ts";
import { notifyOfChange, notifyOfLead } from "./lead-messages.server.ts";
import type { LeadFacts } from "./lead.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";
import { isPassedOnByStaff } from "./passing-on.server.ts";
import { endOutcomeIfReopened } from "./reopen-lead.server.ts";
import { submissionTable } from "./submission.table.ts";

export type Submission = {
  /** The same id is the same submission, however often it is sent. */
  id: string;
  /**
   * Only if the caller must know it, or for an example, whose address must be the same on every
   * machine; otherwise a new one is made.
   */
  reference?: string | undefined;
  form: FormDeclaration;
  answers: Answers;
  locale: Locale;
  /** The account that was signed in when it was sent, if any. */
  userId?: string | null;
  /** Hash of the cookie of the browser that sent it, if one did. */
  visitorHash?: string | null;
  facts: LeadFacts;
  consents: ConsentInput[];
  /** The dealership that gets the request wherever its sender is: the one that sells the car. */
  dealershipId?: string | null;
  /**
   * The dealership that sells the car that it is about, if any: it is matched first if it serves
   * the location.
   */
  sellingDealershipId?: string | null | undefined;
  /** No dealership sees it before it is released (`releaseLead`). */
  isEmbargoed?: boolean | undefined;
  /**
   * No page of ours sent it, so it does not prove that somebody wants mail at the address in it.
   */
  isFromProgram?: boolean | undefined;
  /** Other mailboxes than the sender's that get mail in the transaction that stores it. */
  mailboxes?: readonly string[] | undefined;
  /** Where it came from, if its sender's own browser does not say so. */
  source?: LeadSource | undefined;
  /** Stores further rows in the lead's transaction: everything is stored or nothing. */
  whenStored?: ((transaction: Transaction, lead: CreatedLead) => Promise<void>) | undefined;
};

/** A rush of posts leaves connections to everybody else. */
const inTurn = limitConcurrency(8);

type Received = { reference: string; repeated: boolean };

/** The reference of the submission stored under this id; null if there is none. */
export async function findReference(submissionId: string): Promise<string | null> {
  const [row] = await db()
    .select({ reference: submissionTable.reference })
    .from(submissionTable)
    .where(eq(submissionTable.id, submissionId));
  return row?.reference ?? null;
}

/**
 * Stores a submission with its consents, its lead and its messages: all or nothing. When it
 * returns, the transaction is committed; nobody may be told of success before.
 */
export async function receiveSubmission(submission: Submission): Promise<Received> {
  const reference = await inTurn(() =>
    db().transaction((transaction) => storeSubmission(transaction, submission)),
  );
  return describeReceived(submission, reference);
}

/**
 * The same for a submission made from a draft, which is marked as sent in the same transaction.
 * Null if the draft was changed since it was read: then nothing is stored.
 */
export async function receiveDraft(submission: Submission, draft: Draft): Promise<Received | null> {
  const stored = await inTurn(() =>
    db().transaction(async (transaction) => {
      if (!(await lockUnchangedDraft(transaction, draft))) return null;
      const reference = await storeSubmission(transaction, submission);
      if (reference !== null) await markDraftSent(transaction, draft, reference);
      return { reference };
    }),
  );
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
 * The same within a larger transaction. Null if it was stored before: then only a consent is added
 * that the repeat contains and the first post did not.
 */
export async function storeSubmission(
  transaction: Transaction,
  submission: Submission,
): Promise<string | null> {
  const { id, facts, locale, consents } = submission;
  const row = await insertSubmission(transaction, submission);
  if (!row) {
    await recordFurtherConsents(transaction, id, consents);
    return null;
  }
  const { mailboxes = [] } = submission;
  if (mailboxes.length > 0) {
    const own = facts.email === null ? [] : [facts.email];
    await lockMailboxes(transaction, [...own, ...mailboxes]);
  }
  const share = consents.find(({ purpose }) => purpose === "share_with_dealership");
  const mayShare = !submission.isEmbargoed && share !== undefined;
  const lead = await createLead(transaction, {
    reference: row.reference,
    submissionId: id,
    locale,
    facts,
    mayShare,
    waitsForStaff: mayShare && (await isPassedOnByStaff(transaction, facts)),
    // A consent that names a dealership shares with that one.
    dealershipId: submission.dealershipId ?? (mayShare ? (share.dealershipId ?? null) : null),
    sellingDealershipId: submission.sellingDealershipId ?? null,
    // Only a pre-approval asks; whoever sends another form asks to be contacted.
    mayContact:
      facts.kind !== "pre_approval" ||
      consents.some(({ purpose }) => purpose === "contact_about_request"),
    receivedAt: row.submittedAt,
    source: submission.source,
  });
  await notifyOfLead(transaction, lead, { withConfirmation: !submission.isFromProgram });
  await submission.whenStored?.(transaction, lead);
  return row.reference;
}

/**
 * Stores the answers with their consents. Null if they were stored before: a repeat waits at its id
 * until the first one commits.
 */
async function insertSubmission(transaction: Transaction, submission: Submission) {
  const { id, form, answers, locale, userId = null, visitorHash = null } = submission;
  const { open, sealed } = splitSealed(form, answers);
  const context = { table: "submission", column: "sealed_answers", recordId: id };
  const [row] = await transaction
    .insert(submissionTable)
    .values({
      id,
      reference: submission.reference ?? newReference(),
      formName: form.name,
      formVersion: form.version,
      locale,
      answers: open,
      sealedAnswers: sealed && (await sealForRecord(transaction, JSON.stringify(sealed), context)),
      userId,
      visitorHash,
      submittedAt: now(),
    })
    .onConflictDoNothing({ target: submissionTable.id })
    .returning({ reference: submissionTable.reference, submittedAt: submissionTable.submittedAt });
  if (!row) return null;
  await recordConsents(transaction, id, submission.consents);
  return row;
}

/**
 * Stores a submission that replaces an earlier one of the same person about the same thing. Its
 * lead continues with the new answers, and everybody who has it gets them as an update. A closed
 * lead is open again. If the earlier one has no lead any more, a new one is created. False if its id
 * was stored before: then nothing is.
 */
export async function replaceSubmission(
  transaction: Transaction,
  submission: Submission,
  { replacedId, note }: { replacedId: string; note: string },
): Promise<boolean> {
  const [lead] = await transaction
    .select()
    .from(leadTable)
    .where(eq(leadTable.submissionId, replacedId))
    .for("no key update");
  if (!lead) return (await storeSubmission(transaction, submission)) !== null;
  const at = now();
  if (!(await insertSubmission(transaction, submission))) return false;
  const reopens = lead.status === "closed";
  await transaction
    .update(leadTable)
    .set({
      ...submission.facts,
      submissionId: submission.id,
      ...(reopens && { status: "new" }),
    })
    .where(eq(leadTable.id, lead.id));
  if (reopens)
    await endOutcomeIfReopened(transaction, { leadId: lead.id, from: lead.status, to: "new" });
  await transaction.insert(leadEventTable).values({
    leadId: lead.id,
    kind: "bid_changed",
    note,
    byUserId: submission.userId ?? null,
    at,
    ...(reopens && { fromStatus: lead.status, toStatus: "new" }),
  });
  await notifyOfChange(transaction, lead, submission.id);
  return true;
}
