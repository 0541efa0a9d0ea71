import { and, desc, eq, inArray } from "drizzle-orm";
import { consentTable } from "#domain/lead/consent.table.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { db } from "#platform/database/database.server.ts";

/** A credit application that a dealership received; without a name once it is to be deleted. */
export type DealerApplication = { reference: string; receivedAt: Date } & (
  | { state: "shared"; name: string; city: string | null }
  /** Withdrawn by the applicant, or no longer shared. */
  | { state: "over"; since: Date | null }
);

export const MOST_APPLICATIONS_SHOWN = 200;

/** What went out to a dealership, the newest first: what it never received it never hears of. */
export async function listDealerApplications(dealershipId: string): Promise<DealerApplication[]> {
  const rows = await db()
    .select({ lead: leadTable, receivedAt: messageTable.settledAt })
    .from(messageTable)
    .innerJoin(leadTable, eq(leadTable.id, messageTable.leadId))
    .where(
      and(
        eq(messageTable.dealershipId, dealershipId),
        eq(messageTable.event, "lead_adf"),
        eq(messageTable.state, "sent"),
        eq(leadTable.kind, "credit_application"),
      ),
    )
    .orderBy(desc(leadTable.receivedAt))
    .limit(MOST_APPLICATIONS_SHOWN);
  const ids = rows.map(({ lead }) => lead.id);
  if (ids.length === 0) return [];
  const [withdrawals, shares] = await Promise.all([
    db()
      .select({ leadId: leadEventTable.leadId, at: leadEventTable.at })
      .from(leadEventTable)
      .where(
        and(inArray(leadEventTable.leadId, ids), eq(leadEventTable.kind, "application_withdrawn")),
      ),
    db()
      .select()
      .from(consentTable)
      .where(
        and(
          inArray(
            consentTable.submissionId,
            rows.map(({ lead }) => lead.submissionId),
          ),
          eq(consentTable.purpose, "share_with_dealership"),
        ),
      ),
  ]);
  return rows.map(({ lead, receivedAt }): DealerApplication => {
    const { reference, firstName, lastName, city } = lead;
    const shown = { reference, receivedAt: receivedAt ?? lead.receivedAt };
    const given = shares.filter(({ submissionId }) => submissionId === lead.submissionId);
    const withdrawal = withdrawals.find(({ leadId }) => leadId === lead.id);
    if (!withdrawal && given.some(({ withdrawnAt }) => withdrawnAt === null))
      return { ...shown, state: "shared", name: `${firstName} ${lastName}`, city };
    const ends = given.flatMap(({ withdrawnAt }) => withdrawnAt ?? []);
    return { ...shown, state: "over", since: withdrawal?.at ?? ends.at(-1) ?? null };
  });
}
