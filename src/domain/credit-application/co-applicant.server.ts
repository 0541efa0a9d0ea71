import { and, eq, gt, isNotNull, isNull, or } from "drizzle-orm";
import type { CreatedLead } from "#domain/lead/create-lead.server.ts";
import { findActiveShare } from "#domain/lead/consents.server.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { takeMailShare } from "#domain/notification/mail-share.server.ts";
import { notify } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { hashToken, makeToken } from "#platform/vault/token.server.ts";
import { paths } from "#site/paths.ts";
import type { Locale } from "#values/locale.ts";
import { nameForMail } from "#values/person-name-reading.ts";
import { coApplicantTable as coApplicants } from "./co-applicant.table.ts";

const INVITATION_MS = 30 * 24 * 60 * 60_000;

/**
 * Stores the co-applicant whom the applicant named, with the application. Anybody can type two
 * addresses into a form, so the co-applicant gets an e-mail only after the applicant has proved
 * their own address (`confirmApplicant`).
 */
export async function nameCoApplicant(
  transaction: Transaction,
  { submissionId }: Pick<CreatedLead, "submissionId">,
  person: { firstName: string; lastName: string; email: string; locale: Locale },
): Promise<void> {
  await transaction.insert(coApplicants).values({ ...person, submissionId });
}

/**
 * Called when the applicant has proved their address: the co-applicant is now invited, once. A
 * second call, or one without a co-applicant, does nothing.
 */
export async function confirmApplicant(submissionId: string, ipAddress: string): Promise<void> {
  const isFirst = and(isNamedBy(submissionId), isNull(coApplicants.applicantConfirmedAt));
  const confirmed = await db()
    .update(coApplicants)
    .set({ applicantConfirmedAt: now() })
    .where(isFirst)
    .returning({ id: coApplicants.id });
  if (confirmed.length > 0) await inviteCoApplicant(submissionId, ipAddress);
}

/**
 * Sends a private link to a co-applicant who has not answered; an earlier link stops working.
 * Returns false if no e-mail is sent: the applicant's address is not confirmed, or the mailbox may
 * get no more e-mails from this IP address for now.
 */
export async function inviteCoApplicant(submissionId: string, ipAddress: string): Promise<boolean> {
  return db().transaction(async (transaction) => {
    const mayInvite = and(isNamedBy(submissionId), isNotNull(coApplicants.applicantConfirmedAt));
    const [named] = await transaction
      .select({
        id: coApplicants.id,
        email: coApplicants.email,
        locale: coApplicants.locale,
        leadId: leadTable.id,
      })
      .from(coApplicants)
      .innerJoin(leadTable, eq(leadTable.submissionId, coApplicants.submissionId))
      .where(mayInvite);
    if (!named) return false;
    // Before the row: the same order in which the code for joint applications takes its locks.
    const share = await takeMailShare("form", named.email, ipAddress, transaction);
    if (!share.ok) return false;
    const { id, email: to, ...invitation } = named;
    const event = "co_applicant_invited";
    if (!(await notify(transaction, { event, to, ...invitation, params: { id } }))) return false;
    const invited = await transaction
      .update(coApplicants)
      .set({ invitedAt: now() })
      .where(mayInvite)
      .returning({ id: coApplicants.id });
    return invited.length > 0;
  });
}

function isNamedBy(submissionId: string) {
  return and(eq(coApplicants.submissionId, submissionId), eq(coApplicants.state, "invited"));
}

/**
 * The data of the e-mail; null if an answer is no longer awaited. The link's token is not stored.
 */
export async function prepareInvitation({ id }: { id: string }) {
  const [invited] = await db()
    .select({ firstName: leadTable.firstName, lastName: leadTable.lastName })
    .from(coApplicants)
    .innerJoin(leadTable, eq(leadTable.submissionId, coApplicants.submissionId))
    .where(and(eq(coApplicants.id, id), isOpen()));
  if (!invited) return null;
  const token = makeToken();
  await db()
    .update(coApplicants)
    .set({ tokenHash: hashToken(token) })
    .where(eq(coApplicants.id, id));
  return {
    name: nameForMail(`${invited.firstName} ${invited.lastName}`),
    path: paths.coApplication(token),
  };
}

export type Invitation = {
  id: string;
  /** The application that they were invited to, and its applicant. */
  reference: string;
  applicant: string;
  applicantEmail: string | null;
  /** The co-applicant, as named by the applicant. */
  firstName: string;
  lastName: string;
  email: string;
  /** The dealership in the applicant's own consent; null if it names none. */
  dealershipId: string | null;
};

/** The invitation of a private link; null if the link is not valid or was used. */
export async function findInvitation(token: string): Promise<Invitation | null> {
  const [found] = await db()
    .select({ invited: coApplicants, lead: leadTable })
    .from(coApplicants)
    .innerJoin(leadTable, eq(leadTable.submissionId, coApplicants.submissionId))
    .where(and(eq(coApplicants.tokenHash, hashToken(token)), isOpen()));
  if (!found) return null;
  const { invited, lead } = found;
  const { id, firstName, lastName, email } = invited;
  const share = await findActiveShare(db(), invited.submissionId);
  return {
    id,
    reference: lead.reference,
    applicant: `${lead.firstName} ${lead.lastName}`,
    applicantEmail: lead.email,
    firstName,
    lastName,
    email,
    dealershipId: share?.dealershipId ?? null,
  };
}

/** The other person of a joint application, as far as one of the two may know. */
export type JointView = { name: string; reference: string | null } & (
  | {
      is: "applicant";
      /**
       * `waiting`: nobody is invited until the applicant's address is confirmed. `unsent`: it is
       * confirmed, but no e-mail has been sent. `expired`: the link expired without an answer.
       * `private`: the other person sent their part but agreed to share it with nobody, so neither
       * is shared.
       */
      state:
        | "waiting"
        | "unsent"
        | "invited"
        | "expired"
        | "joined"
        | "private"
        | "declined"
        | "left_out";
    }
  | { is: "co_applicant"; state: "joined" | "declined" | "left_out" }
);

/** The other person of a joint application, and its state; null for a single application. */
export async function findJoint(submissionId: string): Promise<JointView | null> {
  const [found] = await db()
    .select()
    .from(coApplicants)
    .where(
      or(
        eq(coApplicants.submissionId, submissionId),
        eq(coApplicants.ownSubmissionId, submissionId),
      ),
    );
  if (!found) return null;
  const { state, ownSubmissionId } = found;
  if (ownSubmissionId === submissionId) {
    if (state === "invited") throw new Error("Who sent their part is invited no more.");
    const applicant = await findNamed(found.submissionId);
    return {
      is: "co_applicant",
      state,
      name: applicant?.name ?? "",
      reference: applicant?.reference ?? null,
    };
  }
  const joined = ownSubmissionId ? await findNamed(ownSubmissionId) : null;
  const name = `${found.firstName} ${found.lastName}`.trim();
  const shown = { is: "applicant", name, reference: joined?.reference ?? null } as const;
  if (state === "invited") return { ...shown, state: describeInvitation(found) };
  if (state !== "joined" || !ownSubmissionId) return { ...shown, state };
  const [mine, theirs] = await Promise.all([
    findActiveShare(db(), submissionId),
    findActiveShare(db(), ownSubmissionId),
  ]);
  return { ...shown, state: mine && !theirs ? "private" : state };
}

async function findNamed(submissionId: string) {
  const [lead] = await db()
    .select()
    .from(leadTable)
    .where(eq(leadTable.submissionId, submissionId));
  if (!lead) return null;
  return { name: `${lead.firstName} ${lead.lastName}`, reference: lead.reference };
}

function isOpen() {
  const since = new Date(now().getTime() - INVITATION_MS);
  return and(eq(coApplicants.state, "invited"), gt(coApplicants.invitedAt, since));
}

function describeInvitation({
  invitedAt,
  applicantConfirmedAt,
}: Pick<typeof coApplicants.$inferSelect, "invitedAt" | "applicantConfirmedAt">) {
  if (invitedAt === null) return applicantConfirmedAt === null ? "waiting" : "unsent";
  return now().getTime() - invitedAt.getTime() >= INVITATION_MS ? "expired" : "invited";
}

/**
 * The key of a co-applicant's draft, so that it is separate from the other drafts in the same
 * browser, whatever the state of the invitation. Empty without a token.
 */
export async function findDraftPart(token: string): Promise<string> {
  if (!token) return "";
  const tokenHash = hashToken(token);
  const [found] = await db()
    .select({ id: coApplicants.id })
    .from(coApplicants)
    .where(eq(coApplicants.tokenHash, tokenHash));
  return found?.id ?? tokenHash;
}
