import { and, countDistinct, eq, inArray, ne } from "drizzle-orm";
import { messageTable } from "#domain/notification/message.table.ts";
import { db } from "#platform/database/database.server.ts";
import type { LeadKind } from "#values/lead-kind.ts";
import { consentTable } from "./consent.table.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";

/** A lead that a dealership received; without a name once the dealership must delete it. */
export type DealerLead = { reference: string; kind: LeadKind; receivedAt: Date } & (
  | { state: "shared"; name: string; city: string | null }
  /** Withdrawn by its sender, or no longer shared. */
  | { state: "over"; since: Date | null }
);

export const MOST_LEADS_SHOWN = 200;

/** How many leads a dealership received, sell requests not counted. */
export async function countDealerLeads(dealershipId: string): Promise<number> {
  const [row] = await db()
    .select({ leads: countDistinct(leadTable.id) })
    .from(messageTable)
    .innerJoin(leadTable, eq(leadTable.id, messageTable.leadId))
    .where(isReceivedBy(dealershipId));
  return row?.leads ?? 0;
}

function isReceivedBy(dealershipId: string) {
  return and(
    eq(messageTable.dealershipId, dealershipId),
    eq(messageTable.event, "lead_adf"),
    eq(messageTable.state, "sent"),
    ne(leadTable.kind, "sell_car"),
  );
}

/**
 * The leads that were sent to a dealership, newest first; it never learns of others. Sell requests
 * have a list of their own, since they are answered with offers (listDealerRequests).
 */
export async function listDealerLeads(dealershipId: string): Promise<DealerLead[]> {
  const sent = await db()
    // An update of a lead was sent as a further message about it.
    .selectDistinctOn([leadTable.id], { lead: leadTable, receivedAt: messageTable.settledAt })
    .from(messageTable)
    .innerJoin(leadTable, eq(leadTable.id, messageTable.leadId))
    .where(isReceivedBy(dealershipId))
    .orderBy(leadTable.id, messageTable.settledAt);
  const rows = sent
    .toSorted((one, other) => other.lead.receivedAt.getTime() - one.lead.receivedAt.getTime())
    .slice(0, MOST_LEADS_SHOWN);
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
  return rows.map(({ lead, receivedAt }): DealerLead => {
    const { reference, kind, firstName, lastName, city } = lead;
    const shown = { reference, kind, receivedAt: receivedAt ?? lead.receivedAt };
    const input = shares.filter(({ submissionId }) => submissionId === lead.submissionId);
    const withdrawal = withdrawals.find(({ leadId }) => leadId === lead.id);
    // A bid goes to the seller of its car, for which no consent is asked.
    const isShared = kind === "bid" || input.some(({ withdrawnAt }) => withdrawnAt === null);
    if (!withdrawal && isShared)
      return { ...shown, state: "shared", name: `${firstName} ${lastName}`.trim(), city };
    const ends = input.flatMap(({ withdrawnAt }) => withdrawnAt ?? []);
    return { ...shown, state: "over", since: withdrawal?.at ?? ends.at(-1) ?? null };
  });
}
