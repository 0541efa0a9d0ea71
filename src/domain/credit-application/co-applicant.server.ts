import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt } from "drizzle-orm";
import type { CreatedLead } from "#domain/lead/create-lead.server.ts";
import { mayBeShared } from "#domain/lead/consents.server.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { releaseLead } from "#domain/lead/release-lead.server.ts";
import { limitMailbox } from "#domain/notification/mailbox-limit.server.ts";
import { notify } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { paths } from "#site/paths.ts";
import type { Locale } from "#values/locale.ts";
import { coApplicantTable as coApplicants } from "./co-applicant.table.ts";

const INVITATION_MS = 30 * 24 * 60 * 60_000;

/** Asks somebody to apply too, by a private link: in the transaction that stores the application. */
export async function inviteCoApplicant(
  transaction: Transaction,
  { id: leadId }: CreatedLead,
  person: { firstName: string; lastName: string; email: string; locale: Locale },
): Promise<void> {
  const submissionId = await findSubmissionId(transaction, leadId);
  const [invited] = await transaction
    .insert(coApplicants)
    .values({ ...person, submissionId, invitedAt: now() })
    .returning({ id: coApplicants.id });
  if (!invited || !(await limitMailbox(person.email, transaction)).ok) return;
  const { email: to, locale } = person;
  const params = { id: invited.id };
  await notify(transaction, { event: "co_applicant_invited", to, locale, leadId, params });
}

/** What the mail says; null where nobody is waited for any more. Its token is stored nowhere. */
export async function prepareInvitation({ id }: { id: string }) {
  const [invited] = await db()
    .select({ firstName: leadTable.firstName, lastName: leadTable.lastName })
    .from(coApplicants)
    .innerJoin(leadTable, eq(leadTable.submissionId, coApplicants.submissionId))
    .where(and(eq(coApplicants.id, id), isOpen()));
  if (!invited) return null;
  const token = randomBytes(32).toString("base64url");
  await db()
    .update(coApplicants)
    .set({ tokenHash: hashToken(token) })
    .where(eq(coApplicants.id, id));
  return {
    name: `${invited.firstName} ${invited.lastName}`,
    path: paths.coApplication(token),
  };
}

export type Invitation = {
  id: string;
  /** Of the application that they were asked into, and whose it is. */
  reference: string;
  applicant: string;
  /** Who was asked, as the applicant wrote it. */
  firstName: string;
  lastName: string;
  email: string;
};

/** Who a private link was sent to; null where it is no good, or was used. */
export async function findInvitation(token: string): Promise<Invitation | null> {
  const [found] = await db()
    .select({ invited: coApplicants, lead: leadTable })
    .from(coApplicants)
    .innerJoin(leadTable, eq(leadTable.submissionId, coApplicants.submissionId))
    .where(and(eq(coApplicants.tokenHash, hashToken(token)), isOpen()));
  if (!found) return null;
  const { invited, lead } = found;
  const { id, firstName, lastName, email } = invited;
  const applicant = `${lead.firstName} ${lead.lastName}`;
  return { id, reference: lead.reference, applicant, firstName, lastName, email };
}

/**
 * Puts a co-applicant's own application beside the one that they were asked into. Where both persons
 * agreed that a dealership sees theirs, both go to the same one.
 */
export async function joinApplication(
  transaction: Transaction,
  { id }: Invitation,
  own: CreatedLead,
): Promise<void> {
  const [joined] = await transaction
    .update(coApplicants)
    .set({ state: "joined", decidedAt: now() })
    .where(and(eq(coApplicants.id, id), eq(coApplicants.state, "invited")))
    .returning({ submissionId: coApplicants.submissionId });
  if (!joined) return;
  const ownSubmissionId = await findSubmissionId(transaction, own.id);
  const agree = [joined.submissionId, ownSubmissionId].map((each) =>
    mayBeShared(transaction, each),
  );
  if (!(await Promise.all(agree)).every(Boolean)) return;
  const dealership = await releaseLead(transaction, joined.submissionId);
  if (dealership) await releaseLead(transaction, ownSubmissionId, dealership);
}

/** The applicant goes on alone: the link ends, and a dealership may see their own part. */
export async function goOnAlone(submissionId: string): Promise<void> {
  await db().transaction(async (transaction) => {
    const left = await transaction
      .update(coApplicants)
      .set({ state: "left_out", decidedAt: now(), tokenHash: null })
      .where(and(eq(coApplicants.submissionId, submissionId), eq(coApplicants.state, "invited")))
      .returning({ id: coApplicants.id });
    if (left.length > 0) await releaseLead(transaction, submissionId);
  });
}

/** Whom the applicant asked, and how far that is; null for nobody. */
export async function findCoApplicant(submissionId: string) {
  const [found] = await db()
    .select({
      firstName: coApplicants.firstName,
      lastName: coApplicants.lastName,
      state: coApplicants.state,
    })
    .from(coApplicants)
    .where(eq(coApplicants.submissionId, submissionId));
  return found ?? null;
}

async function findSubmissionId(transaction: Transaction, leadId: string): Promise<string> {
  const [lead] = await transaction
    .select({ submissionId: leadTable.submissionId })
    .from(leadTable)
    .where(eq(leadTable.id, leadId));
  if (!lead) throw new Error("A lead has no submission.");
  return lead.submissionId;
}

function isOpen() {
  const since = new Date(now().getTime() - INVITATION_MS);
  return and(eq(coApplicants.state, "invited"), gt(coApplicants.invitedAt, since));
}

function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
