import { asc, desc, eq, inArray } from "drizzle-orm";
import { consentTable } from "#domain/lead/consent/consent.table.ts";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { messagesOfLead } from "#domain/notification/messages.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";
import { submissionTable } from "./submission.table.ts";
import { db } from "#platform/database/database.server.ts";

/** Everything kept about one lead. Sealed answers stay sealed: only whether there are any is read. */
export async function findLead(reference: string) {
  const [row] = await db()
    .select({ lead: leadTable, submission: submissionTable, dealership: dealershipTable })
    .from(leadTable)
    .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
    .leftJoin(dealershipTable, eq(dealershipTable.id, leadTable.dealershipId))
    .where(eq(leadTable.reference, reference));
  if (!row) return null;
  const { sealedAnswers, ...submission } = row.submission;
  const [events, consents, messages] = await Promise.all([
    findEvents(row.lead.id),
    db()
      .select()
      .from(consentTable)
      .where(eq(consentTable.submissionId, submission.id))
      .orderBy(asc(consentTable.givenAt), asc(consentTable.id)),
    messagesOfLead(row.lead.id),
  ]);
  return {
    lead: row.lead,
    submission: { ...submission, hasSealedAnswers: sealedAnswers !== null },
    dealership: row.dealership,
    events,
    consents,
    messages,
  };
}

export type FoundLead = NonNullable<Awaited<ReturnType<typeof findLead>>>;

/** The references of leads by their ids. */
export async function leadReferences(ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db()
    .select({ id: leadTable.id, reference: leadTable.reference })
    .from(leadTable)
    .where(inArray(leadTable.id, [...ids]));
  return new Map(rows.map(({ id, reference }) => [id, reference]));
}

/** Newest first. */
async function findEvents(leadId: string) {
  return db()
    .select({
      id: leadEventTable.id,
      kind: leadEventTable.kind,
      fromStatus: leadEventTable.fromStatus,
      toStatus: leadEventTable.toStatus,
      note: leadEventTable.note,
      at: leadEventTable.at,
      byName: userTable.name,
    })
    .from(leadEventTable)
    .leftJoin(userTable, eq(userTable.id, leadEventTable.byUserId))
    .where(eq(leadEventTable.leadId, leadId))
    .orderBy(desc(leadEventTable.at), desc(leadEventTable.id));
}
