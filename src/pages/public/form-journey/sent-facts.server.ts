import { eq } from "drizzle-orm";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { isShareWithdrawn } from "#domain/lead/consents.server.ts";
import { buildLeadLink, LEAD_LINK_DAYS } from "#domain/lead/lead-link.server.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { findAwaited } from "#domain/lead/passing-on.server.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { isSentOrOwed } from "#domain/notification/messages.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import type { WaysBack } from "./follow-request.tsx";

/**
 * For its sender: the link that opens the page of their request in any browser, and whether they
 * have an account.
 */
export function findWaysBack(
  { user, origin, locale }: Visitor,
  lead: Parameters<typeof buildLeadLink>[1] & { email: string | null },
  path: string,
): WaysBack {
  const { email } = lead;
  const link = email && {
    href: origin + buildLeadLink(path, { ...lead, locale }, email, { from: "page" }),
    days: LEAD_LINK_DAYS,
  };
  return { link: link || null, hasAccount: user !== null };
}

/**
 * What the confirmation may show to anybody who knows the reference: none of the person's answers.
 */
export type SentFacts = {
  reference: string;
  /** Who received the answers besides our own staff; null if nobody did. */
  dealershipName: string | null;
  /** Who will receive them when our staff pass them on; null if nobody will. */
  awaited: string | null;
  sentAt: Date;
  /** A confirmation was sent by e-mail, or will be. */
  isConfirmedByEmail: boolean;
};

/**
 * How long the page is about the form having been sent; people who come back later want the answer.
 */
const FRESH_MS = 30 * 60_000;

export function isFreshlySent({ sentAt }: SentFacts): boolean {
  return now().getTime() - sentAt.getTime() < FRESH_MS;
}

/** The facts of a submission to one of these forms, by its reference; null if there is none. */
export async function sentFacts(
  reference: string,
  formNames: readonly string[],
): Promise<SentFacts | null> {
  const [row] = await db()
    .select({
      id: submissionTable.id,
      formName: submissionTable.formName,
      reference: submissionTable.reference,
      dealershipName: dealershipTable.name,
      dealershipId: leadTable.dealershipId,
      leadId: leadTable.id,
      sentAt: submissionTable.submittedAt,
    })
    .from(submissionTable)
    .innerJoin(leadTable, eq(leadTable.submissionId, submissionTable.id))
    .leftJoin(dealershipTable, eq(dealershipTable.id, leadTable.dealershipId))
    .where(eq(submissionTable.reference, reference.toUpperCase()));
  if (!row || !formNames.includes(row.formName)) return null;
  const { sentAt } = row;
  // A person who withdrew the consent is told that no dealership has it any more.
  const dealershipName = (await isShareWithdrawn(db(), row.id)) ? null : row.dealershipName;
  const isConfirmedByEmail = await isSentOrOwed(row.leadId, "lead_confirmation");
  const { leadId: id, id: submissionId, dealershipId } = row;
  const awaited = await findAwaited(db(), { id, submissionId, dealershipId });
  return { reference: row.reference, dealershipName, awaited, sentAt, isConfirmedByEmail };
}
