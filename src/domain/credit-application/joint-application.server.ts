import { and, eq, inArray, or, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { shredDocuments } from "#domain/document/documents.server.ts";
import { findNameToGreet } from "#domain/identity/user.server.ts";
import type { ConsentInput } from "#domain/lead/consent.ts";
import { findActiveShare, recordFurtherConsents } from "#domain/lead/consents.server.ts";
import type { CreatedLead } from "#domain/lead/create-lead.server.ts";
import { buildLeadLink } from "#domain/lead/lead-link.server.ts";
import type { LeadEventKind } from "#domain/lead/lead.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { releaseLead } from "#domain/lead/release-lead.server.ts";
import { type WithdrawnBy, withdrawLead } from "#domain/lead/withdraw-lead.server.ts";
import { lockMailboxes, limitMailbox } from "#domain/notification/mailbox-limit.server.ts";
import type { Message } from "#domain/notification/message.table.ts";
import { notify } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { paths } from "#site/paths.ts";
import type { Invitation } from "./co-applicant.server.ts";
import { coApplicantTable as coApplicants } from "./co-applicant.table.ts";

type Couple = typeof coApplicants.$inferSelect;

/**
 * Links a co-applicant's own application to the one that they were invited to. If both agreed that
 * a dealership sees theirs, both are passed on to the same one. If this person did not, neither is,
 * until they agree or the applicant continues alone; the applicant is notified of that.
 */
export async function joinApplication(
  transaction: Transaction,
  { id }: Invitation,
  { submissionId: ownSubmissionId }: CreatedLead,
): Promise<void> {
  const [joined] = await transaction
    .update(coApplicants)
    .set({ state: "joined", decidedAt: now(), ownSubmissionId })
    .where(and(eq(coApplicants.id, id), eq(coApplicants.state, "invited")))
    .returning();
  if (!joined) return;
  await appendHistory(transaction, joined.submissionId, "co_applicant_joined");
  const isShared = await releaseBoth(transaction, joined);
  const isWaiting = !isShared && (await findActiveShare(transaction, joined.submissionId)) !== null;
  await notifyApplicant(transaction, joined, isWaiting ? "private" : "joined");
}

/** The invited person does not apply: the applicant is notified, and continues without them. */
export async function declineInvitation({ id }: Invitation): Promise<void> {
  await db().transaction(async (transaction) => {
    const invited = await lockCouple(transaction, eq(coApplicants.id, id));
    if (invited?.state !== "invited") return;
    await transaction
      .update(coApplicants)
      .set({ state: "declined", decidedAt: now() })
      .where(eq(coApplicants.id, id));
    await goOnWithout(transaction, invited);
  });
}

/**
 * The applicant continues alone, because the other person has not answered or shares with nobody.
 * If both are already shared, this does nothing.
 */
export async function goOnAlone(submissionId: string): Promise<void> {
  await db().transaction(async (transaction) => {
    const couple = await lockCouple(transaction, eq(coApplicants.submissionId, submissionId));
    if (!couple || (await isBothShared(transaction, couple))) return;
    await leaveOut(transaction, couple);
    await releaseLead(transaction, submissionId);
  });
}

/**
 * Gives the consent that a dealership sees the application after it was sent: it is passed on now,
 * or once the other person agrees as well.
 */
export async function shareApplication(
  submissionId: string,
  consents: readonly ConsentInput[],
): Promise<void> {
  await db().transaction(async (transaction) => {
    const couple = await lockCouple(transaction, isOneOf(sql`(${submissionId}::uuid)`));
    await recordFurtherConsents(transaction, submissionId, consents);
    if (!couple) await releaseLead(transaction, submissionId);
    else await releaseBoth(transaction, couple);
  });
}

/**
 * Passes an application on when staff ask for it, together with the co-applicant's. Returns false
 * while one of the two has agreed to no dealership.
 */
export async function passOnApplication(
  transaction: Transaction,
  submissionId: string,
  byUserId: string,
): Promise<boolean> {
  const couple = await lockCouple(transaction, isOneOf(sql`(${submissionId}::uuid)`));
  if (couple) return releaseBoth(transaction, couple, byUserId);
  return (await releaseLead(transaction, submissionId, { byUserId })) !== null;
}

/**
 * Withdraws one person's application; the other person is notified, and their application goes on.
 */
export async function withdrawApplication(
  transaction: Transaction,
  reference: string,
  by: WithdrawnBy,
): Promise<void> {
  const application = transaction
    .select({ id: leadTable.submissionId })
    .from(leadTable)
    .where(eq(leadTable.reference, reference));
  const couple = await lockCouple(transaction, isOneOf(application));
  await withdrawLead(transaction, reference, by, async (lead) => {
    await shredDocuments(transaction, lead);
    if (!couple) return;
    if (couple.submissionId === lead.submissionId) return leaveOut(transaction, couple);
    await transaction
      .update(coApplicants)
      .set({ state: "declined", decidedAt: now() })
      .where(eq(coApplicants.id, couple.id));
    await goOnWithout(transaction, couple);
  });
}

/** Whether it is the applicant's or the co-applicant's application. */
function isOneOf(submissions: SQLWrapper) {
  return or(
    inArray(coApplicants.submissionId, submissions),
    inArray(coApplicants.ownSubmissionId, submissions),
  );
}

const applicantLead = alias(leadTable, "applicant_lead");
const ownLead = alias(leadTable, "own_lead");

/**
 * Locks a joint application that is still joint, until the transaction ends. It locks the mailboxes
 * of both first: in the same order in which a co-applicant's own application locks them
 * (`joinApplication`).
 */
async function lockCouple(
  transaction: Transaction,
  condition: ReturnType<typeof or>,
): Promise<Couple | null> {
  const isTogether = and(condition, inArray(coApplicants.state, ["invited", "joined"]));
  const found = await transaction
    .select({ applicant: applicantLead.email, own: ownLead.email })
    .from(coApplicants)
    .leftJoin(applicantLead, eq(applicantLead.submissionId, coApplicants.submissionId))
    .leftJoin(ownLead, eq(ownLead.submissionId, coApplicants.ownSubmissionId))
    .where(isTogether);
  const emails = found.flatMap(({ applicant, own }) => [applicant, own]);
  await lockMailboxes(
    transaction,
    emails.filter((email) => email !== null),
  );
  const [couple] = await transaction.select().from(coApplicants).where(isTogether).for("update");
  return couple ?? null;
}

async function leaveOut(transaction: Transaction, couple: Couple): Promise<void> {
  await transaction
    .update(coApplicants)
    .set({ state: "left_out", decidedAt: now() })
    .where(eq(coApplicants.id, couple.id));
  await appendHistory(transaction, couple.submissionId, "co_applicant_left_out");
  if (!couple.ownSubmissionId) return;
  await appendHistory(transaction, couple.ownSubmissionId, "co_applicant_left_out");
  await notifySender(transaction, couple.ownSubmissionId, { event: "co_applicant_left_out" });
}

async function goOnWithout(transaction: Transaction, couple: Couple): Promise<void> {
  await appendHistory(transaction, couple.submissionId, "co_applicant_declined");
  await releaseLead(transaction, couple.submissionId);
  await notifyApplicant(transaction, couple, "declined");
}

/** Passes both on to one dealership, once both agreed. Returns false while one of them did not. */
async function releaseBoth(
  transaction: Transaction,
  { submissionId, ownSubmissionId }: Couple,
  byUserId: string | null = null,
): Promise<boolean> {
  if (!ownSubmissionId) return false;
  const mine = await findActiveShare(transaction, submissionId);
  const theirs = await findActiveShare(transaction, ownSubmissionId);
  if (!mine || !theirs) return false;
  const preferred = theirs.dealershipId;
  const dealership = await releaseLead(transaction, submissionId, { preferred, byUserId });
  if (dealership)
    await releaseLead(transaction, ownSubmissionId, { preferred: dealership.id, byUserId });
  return true;
}

async function isBothShared(transaction: Transaction, couple: Couple): Promise<boolean> {
  if (!couple.ownSubmissionId) return false;
  const mine = await findActiveShare(transaction, couple.submissionId);
  return mine !== null && (await findActiveShare(transaction, couple.ownSubmissionId)) !== null;
}

async function appendHistory(transaction: Transaction, submissionId: string, kind: LeadEventKind) {
  const [lead] = await transaction
    .select({ id: leadTable.id })
    .from(leadTable)
    .where(eq(leadTable.submissionId, submissionId));
  if (lead) await transaction.insert(leadEventTable).values({ leadId: lead.id, kind, at: now() });
}

type Answer = "joined" | "private" | "declined";

function notifyApplicant(transaction: Transaction, { submissionId }: Couple, response: Answer) {
  return notifySender(transaction, submissionId, {
    event: "co_applicant_answered",
    params: { answer: response },
  });
}

async function notifySender(
  transaction: Transaction,
  submissionId: string,
  what:
    | { event: "co_applicant_answered"; params: { answer: Answer } }
    | { event: "co_applicant_left_out" },
): Promise<void> {
  const [lead] = await transaction
    .select()
    .from(leadTable)
    .where(eq(leadTable.submissionId, submissionId));
  if (!lead?.email || !(await limitMailbox(lead.email, transaction)).ok) return;
  const { id: leadId, email: to, locale } = lead;
  await notify(transaction, { ...what, to, locale, leadId });
}

/** Both e-mails link to the page of the reader's own application. */
async function preparePath({
  leadId,
  recipient,
}: Message): Promise<{ path: string; firstName: string } | null> {
  if (!leadId) return null;
  const [lead] = await db().select().from(leadTable).where(eq(leadTable.id, leadId));
  if (!lead) return null;
  const { reference } = lead;
  return {
    path: buildLeadLink(paths.creditApplicationSent(reference), lead, recipient),
    firstName: await findNameToGreet(recipient, lead.firstName),
  };
}

export const jointApplicationMessages = {
  co_applicant_answered: {
    async prepare(message: Message, { answer }: { answer: Answer }) {
      const link = await preparePath(message);
      return link && { ...link, answer };
    },
  },
  co_applicant_left_out: { prepare: preparePath },
};
