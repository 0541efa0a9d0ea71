import { asc, desc, eq, inArray } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { listAnswerCorrections } from "./correct-answer.server.ts";
import { leadTable, leadEventTable } from "./lead.table.ts";
import { submissionTable } from "./submission.table.ts";
import { db } from "#platform/database/database.server.ts";
import { consentTable } from "./consent.table.ts";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { listMessagesOfLead } from "#domain/notification/messages.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { readReference } from "#values/reference.ts";

/**
 * The lead and submission of a reference, as somebody typed it, if it is of this form; otherwise
 * null.
 */
export async function findLeadOfForm(typedReference: string, formName: string) {
  const reference = readReference(typedReference);
  if (!reference) return null;
  const [row] = await db()
    .select({ lead: leadTable, submission: submissionTable })
    .from(leadTable)
    .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
    .where(eq(leadTable.reference, reference));
  return row?.submission.formName === formName ? row : null;
}

/** By when the sender of this request was promised that we contact them, if they were. */
export async function findDueAt(reference: string): Promise<Date | null> {
  const [row] = await db()
    .select({ dueAt: leadTable.dueAt })
    .from(leadTable)
    .where(eq(leadTable.reference, reference));
  return row?.dueAt ?? null;
}

/** The number of leads that nobody has begun to work on. */
export function countNewLeads(): Promise<number> {
  return db().$count(leadTable, eq(leadTable.status, "new"));
}

/**
 * Everything stored about one lead. Sealed answers stay sealed: only whether there are any is read.
 */
export async function findLead(reference: string) {
  const [row] = await db()
    .select({ lead: leadTable, submission: submissionTable, dealership: dealershipTable })
    .from(leadTable)
    .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
    .leftJoin(dealershipTable, eq(dealershipTable.id, leadTable.dealershipId))
    .where(eq(leadTable.reference, reference));
  if (!row) return null;
  const { sealedAnswers, ...submission } = row.submission;
  const [events, consents, messages, corrections] = await Promise.all([
    findEvents(row.lead.id),
    db()
      .select()
      .from(consentTable)
      .where(eq(consentTable.submissionId, submission.id))
      .orderBy(asc(consentTable.givenAt), asc(consentTable.id)),
    listMessagesOfLead(row.lead.id),
    listAnswerCorrections(db(), submission.id),
  ]);
  return {
    lead: row.lead,
    submission: { ...submission, hasSealedAnswers: sealedAnswers !== null },
    dealership: row.dealership,
    events,
    consents,
    messages,
    /** Corrections of answers, at their sender's request. */
    corrections,
  };
}

export type FoundLead = NonNullable<Awaited<ReturnType<typeof findLead>>>;

/** Leads by their references, with the unsealed answers of their submissions; newest first. */
export async function listStoredAnswers(references: readonly string[]) {
  if (references.length === 0) return [];
  return db()
    .select({
      reference: leadTable.reference,
      formName: submissionTable.formName,
      answers: submissionTable.answers,
    })
    .from(leadTable)
    .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
    .where(inArray(leadTable.reference, [...references]))
    .orderBy(desc(leadTable.receivedAt), desc(leadTable.id));
}

/** The references of leads by their ids. */
export async function listLeadReferences(ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db()
    .select({ id: leadTable.id, reference: leadTable.reference })
    .from(leadTable)
    .where(inArray(leadTable.id, [...ids]));
  return new Map(rows.map(({ id, reference }) => [id, reference]));
}

const toUser = alias(userTable, "to_user");

/** Newest first. */
async function findEvents(leadId: string) {
  return db()
    .select({
      id: leadEventTable.id,
      kind: leadEventTable.kind,
      fromStatus: leadEventTable.fromStatus,
      toStatus: leadEventTable.toStatus,
      note: leadEventTable.note,
      route: leadEventTable.route,
      at: leadEventTable.at,
      byUserId: leadEventTable.byUserId,
      byName: userTable.name,
      toUserId: leadEventTable.toUserId,
      toName: toUser.name,
    })
    .from(leadEventTable)
    .leftJoin(userTable, eq(userTable.id, leadEventTable.byUserId))
    .leftJoin(toUser, eq(toUser.id, leadEventTable.toUserId))
    .where(eq(leadEventTable.leadId, leadId))
    .orderBy(desc(leadEventTable.at), desc(leadEventTable.id));
}
