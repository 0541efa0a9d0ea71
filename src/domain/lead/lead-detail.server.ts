import { asc, desc, eq, inArray } from "drizzle-orm";
import { consentTable } from "#domain/lead/consent/consent.table.ts";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { deliveryAttemptTable, deliveryTable } from "#domain/lead/delivery/delivery.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";
import { submissionTable } from "#domain/lead/submission/submission.table.ts";
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
  const [events, consents, deliveries] = await Promise.all([
    findEvents(row.lead.id),
    db()
      .select()
      .from(consentTable)
      .where(eq(consentTable.submissionId, submission.id))
      .orderBy(asc(consentTable.givenAt), asc(consentTable.id)),
    findDeliveries(row.lead.id),
  ]);
  return {
    lead: row.lead,
    submission: { ...submission, hasSealedAnswers: sealedAnswers !== null },
    dealership: row.dealership,
    events,
    consents,
    deliveries,
  };
}

export type FoundLead = NonNullable<Awaited<ReturnType<typeof findLead>>>;

/** The lead that a delivery belongs to, by its reference; null where there is no such delivery. */
export async function leadOfDelivery(deliveryId: string): Promise<string | null> {
  const [row] = await db()
    .select({ reference: leadTable.reference })
    .from(deliveryTable)
    .innerJoin(leadTable, eq(leadTable.id, deliveryTable.leadId))
    .where(eq(deliveryTable.id, deliveryId));
  return row?.reference ?? null;
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

async function findDeliveries(leadId: string) {
  const deliveries = await db()
    .select()
    .from(deliveryTable)
    .where(eq(deliveryTable.leadId, leadId))
    .orderBy(asc(deliveryTable.createdAt), asc(deliveryTable.id));
  if (deliveries.length === 0) return [];
  const attempts = await db()
    .select()
    .from(deliveryAttemptTable)
    .where(
      inArray(
        deliveryAttemptTable.deliveryId,
        deliveries.map(({ id }) => id),
      ),
    )
    .orderBy(asc(deliveryAttemptTable.at), asc(deliveryAttemptTable.id));
  return deliveries.map((delivery) => ({
    ...delivery,
    attempts: attempts.filter(({ deliveryId }) => deliveryId === delivery.id),
  }));
}
