import { and, eq, inArray, isNotNull, min, ne, or } from "drizzle-orm";
import { messageTable } from "#domain/notification/message.table.ts";
import { db } from "#platform/database/database.server.ts";
import type { LeadKind } from "#values/lead-kind.ts";
import { consentTable } from "./consent.table.ts";
import { type HandoverOutcome, isEnded, isWorkDone } from "./handover.ts";
import type { Handover } from "./handover.server.ts";
import { handoverTable } from "./handover.table.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";
import { submissionTable } from "./submission.table.ts";

/** How far a dealership is with a lead. A bid has no step: its seller answers it. */
export const DEALER_LEAD_STEPS = ["waiting", "accepted", "done"] as const;
export type DealerLeadStep = (typeof DEALER_LEAD_STEPS)[number];

/** A lead that a dealership received; without a name once the dealership must delete it. */
export type DealerLead = { reference: string; kind: LeadKind; receivedAt: Date } & (
  | {
      state: "shared";
      name: string;
      city: string | null;
      step: DealerLeadStep | null;
      answerBy: Date | null;
      outcome: HandoverOutcome | null;
    }
  /** Withdrawn by its sender, given up by the dealership, or no longer shared. */
  | { state: "over"; why: "consent" | "passed" | "timed_out"; since: Date | null }
);

export const MOST_LEADS_SHOWN = 200;

/** How many leads a dealership received, sell requests not counted. */
export async function countDealerLeads(dealershipId: string): Promise<number> {
  return (await listReceived(dealershipId)).length;
}

/** How many leads wait until the dealership accepts them or passes. */
export async function countWaitingLeads(dealershipId: string): Promise<number> {
  const leads = await listDealerLeads(dealershipId);
  return leads.filter((lead) => lead.state === "shared" && lead.step === "waiting").length;
}

type Lead = typeof leadTable.$inferSelect;
type Received = { lead: Lead; handover: Handover | null; mailedAt: Date | null };

/** The leads in its hands and those mailed to it, as a bid is; newest first. */
async function listReceived(dealershipId: string, reference?: string): Promise<Received[]> {
  // An update of a lead was sent as a further message about it.
  const mailed = db()
    .select({ leadId: messageTable.leadId, at: min(messageTable.settledAt).as("at") })
    .from(messageTable)
    .where(
      and(
        eq(messageTable.dealershipId, dealershipId),
        eq(messageTable.event, "lead_adf"),
        eq(messageTable.state, "sent"),
      ),
    )
    .groupBy(messageTable.leadId)
    .as("mailed");
  const rows = await db()
    .select({ lead: leadTable, handover: handoverTable, mailedAt: mailed.at })
    .from(leadTable)
    .leftJoin(
      handoverTable,
      and(eq(handoverTable.leadId, leadTable.id), eq(handoverTable.dealershipId, dealershipId)),
    )
    .leftJoin(mailed, eq(mailed.leadId, leadTable.id))
    .where(
      and(
        or(isNotNull(handoverTable.id), isNotNull(mailed.leadId)),
        ne(leadTable.kind, "sell_car"),
        reference === undefined ? undefined : eq(leadTable.reference, reference),
      ),
    );
  return rows.toSorted((one, other) => timeOf(other) - timeOf(one));
}

const timeOf = ({ lead }: Received) => lead.receivedAt.getTime();

/**
 * The leads of a dealership, newest first; it never learns of others. Sell requests have a list of
 * their own, since they are answered with offers (listDealerRequests).
 */
export async function listDealerLeads(dealershipId: string): Promise<DealerLead[]> {
  const rows = (await listReceived(dealershipId)).slice(0, MOST_LEADS_SHOWN);
  return viewLeads(rows);
}

/**
 * One lead that the dealership may read now, with its answers; null if it never had it, or has to
 * delete it.
 */
export async function findDealerLead(dealershipId: string, reference: string) {
  const [row] = await listReceived(dealershipId, reference);
  if (!row) return null;
  const [view] = await viewLeads([row]);
  if (view?.state !== "shared") return null;
  const [submission] = await db()
    .select({
      id: submissionTable.id,
      formName: submissionTable.formName,
      answers: submissionTable.answers,
    })
    .from(submissionTable)
    .where(eq(submissionTable.id, row.lead.submissionId));
  return submission ? { view, lead: row.lead, handover: row.handover, submission } : null;
}

async function viewLeads(rows: readonly Received[]): Promise<DealerLead[]> {
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
  return rows.flatMap(({ lead, handover, mailedAt }): DealerLead[] => {
    const { reference, kind, firstName, lastName, city } = lead;
    const receivedAt = mailedAt ?? handover?.givenAt ?? lead.receivedAt;
    const shown = { reference, kind, receivedAt };
    const input = shares.filter(({ submissionId }) => submissionId === lead.submissionId);
    const withdrawal = withdrawals.find(({ leadId }) => leadId === lead.id);
    // A bid goes to the seller of its car, for which no consent is asked.
    const isShared = kind === "bid" || input.some(({ withdrawnAt }) => withdrawnAt === null);
    if (handover && isEnded(handover.state)) {
      const why = handover.state === "passed" ? "passed" : "timed_out";
      return [{ ...shown, state: "over", why, since: handover.answeredAt }];
    }
    if (!withdrawal && isShared) {
      const name = `${firstName} ${lastName}`.trim();
      const { answerBy = null, outcome = null } = handover ?? {};
      const step = handover && stepOf(handover);
      return [{ ...shown, state: "shared", name, city, step, answerBy, outcome }];
    }
    // Withdrawn before it was mailed: the dealership hears nothing of it.
    if (mailedAt === null) return [];
    const ends = input.flatMap(({ withdrawnAt }) => withdrawnAt ?? []);
    const since = withdrawal?.at ?? ends.at(-1) ?? null;
    return [{ ...shown, state: "over", why: "consent", since }];
  });
}

function stepOf({ state, outcome }: Handover): DealerLeadStep {
  if (state === "waiting") return "waiting";
  return outcome && isWorkDone(outcome) ? "done" : "accepted";
}
