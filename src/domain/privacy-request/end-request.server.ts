import { and, desc, eq, exists, inArray, ne, not, lt } from "drizzle-orm";
import { recordAudit } from "#domain/audit/record-audit.server.ts";
import { withdrawApplication } from "#domain/credit-application/joint-application.server.ts";
import { bidTable } from "#domain/bid/bid.table.ts";
import { dealTable } from "#domain/deal/deal.table.ts";
import { shredDocuments } from "#domain/document/documents.server.ts";
import { type ErasedLead, eraseLead } from "#domain/lead/erase-lead.server.ts";
import { isLeadTimeOver } from "#domain/lead/lead-retention.server.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { type WithdrawnBy, withdrawLead } from "#domain/lead/withdraw-lead.server.ts";
import type { SellerWay } from "#domain/sell-request/dealer-offer/dealer-offer.ts";
import { withdrawSellRequest } from "#domain/sell-request/dealer-offer/withdraw-request.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { markStep } from "#domain/setting/check-list-marks.server.ts";
import { db, type Queryable, type Transaction } from "#platform/database/database.server.ts";
import { type ExpiredData, expiredRows } from "#platform/database/expired-rows.server.ts";
import { site } from "#site/site.ts";
import { calendarDay } from "#values/format.ts";
import type { LeadKind } from "#values/lead-kind.ts";
import { DECISION_RETENTION_YEARS, type EndRefusal, type ErasureHold } from "./privacy-request.ts";
import { privacyRequestTable } from "./privacy-request.table.ts";

type Lead = typeof leadTable.$inferSelect;

/** Who ends a request, and how they proved to be its sender; staff act on the sender's request. */
export type RequestEndedBy = { way: SellerWay; userId: string | null };

type EndResult = { ok: true } | { ok: false; code: EndRefusal };

/** Ends a request in the way of its kind, in the caller's transaction. A repeat changes nothing. */
async function endLead(
  transaction: Transaction,
  { kind, reference, submissionId }: Lead,
  { way, userId }: RequestEndedBy,
  isErasing: boolean,
): Promise<EndResult> {
  const by: WithdrawnBy = { byUserId: userId, isErasing };
  switch (kind satisfies LeadKind) {
    case "bid": {
      // The bid is deleted with its bidder's account; then only its lead is left.
      const bids = await transaction.$count(bidTable, eq(bidTable.id, submissionId));
      return bids > 0 ? { ok: false, code: "is_bid" } : { ok: true };
    }
    case "sell_car":
      return withdrawSellRequest(transaction, { reference, way, userId }, by);
    case "credit_application":
      await withdrawApplication(transaction, reference, by);
      return { ok: true };
    default:
      await withdrawLead(transaction, reference, by, (lead) => shredDocuments(transaction, lead));
      return { ok: true };
  }
}

/** Stores something in the same transaction, given the result. */
type SameTransactionStep<Done extends { ok: boolean }> = (
  transaction: Transaction,
  done: Extract<Done, { ok: true }>,
) => Promise<void>;

/** Withdraws a request for its sender, with an audit record. */
export async function withdrawRequest(
  reference: string,
  endedBy: RequestEndedBy,
  inSameTransaction?: SameTransactionStep<EndResult>,
): Promise<EndResult> {
  return db().transaction(async (transaction) => {
    const lead = await findLead(transaction, reference);
    if (!lead) return { ok: false, code: "not_found" };
    const ended = await endLead(transaction, lead, endedBy, false);
    if (!ended.ok) return ended;
    await inSameTransaction?.(transaction, ended);
    await recordInAuditLog(transaction, "request_withdrawn", reference);
    return ended;
  });
}

export type EraseResult =
  | ({ ok: true; hold: null } & ErasedLead)
  /** Withdrawn, and sealed answers destroyed; the rest is deleted when the hold ends. */
  | { ok: true; hold: ErasureHold }
  | { ok: false; code: EndRefusal };

/** Withdraws a request and deletes it, as soon as there is no hold. */
export async function eraseRequest(
  reference: string,
  endedBy: RequestEndedBy,
  {
    isSenderNotified = true,
    inSameTransaction,
  }: { isSenderNotified?: boolean; inSameTransaction?: SameTransactionStep<EraseResult> } = {},
): Promise<EraseResult> {
  return db().transaction(async (transaction): Promise<EraseResult> => {
    const lead = await findLead(transaction, reference);
    if (!lead) return { ok: false, code: "not_found" };
    const hold = await findErasureHold(transaction, lead);
    // After a handover there is nothing left to withdraw.
    if (hold?.code !== "deal_stands") {
      const ended = await endLead(transaction, lead, endedBy, hold === null);
      if (!ended.ok) return ended;
    }
    if (hold) {
      await storeErasureRequest(transaction, lead, endedBy);
      await inSameTransaction?.(transaction, { ok: true, hold });
      return { ok: true, hold };
    }
    const erased = await eraseLead(transaction, lead, { isSenderNotified });
    await inSameTransaction?.(transaction, { ok: true, hold: null, ...erased });
    await recordInAuditLog(transaction, "request_erased", reference);
    if (await isOfAdministrator(transaction, lead)) await markStep("lead", transaction);
    return { ok: true, hold: null, ...erased };
  });
}

/** An administrator's own request is a test of the site: the check-list wants one followed to here. */
async function isOfAdministrator(transaction: Transaction, { email }: Lead): Promise<boolean> {
  if (!email) return false;
  const administrator = and(eq(userTable.role, "admin"), eq(userTable.email, email.toLowerCase()));
  return (await transaction.$count(userTable, administrator)) > 0;
}

/** Requests whose sender wants them deleted and whose hold has ended. */
export const erasableRequests: ExpiredData = {
  count: async (at) => (await listErasableRequests(at)).length,
  end: async (at) => {
    let erased = 0;
    for (const { reference } of await listErasableRequests(at)) {
      const result = await eraseRequest(reference, { way: "staff", userId: null });
      if (result.ok && result.hold === null) erased += 1;
    }
    return erased;
  },
};

/** Without those whose retention has ended: they are deleted as every other lead. */
async function listErasableRequests(at: Date): Promise<Lead[]> {
  const requested = await listRequestedErasures(at);
  const holds = await Promise.all(requested.map((lead) => findErasureHold(db(), lead, at)));
  return requested.filter((_lead, index) => holds[index] === null);
}

/** Requests whose sender asked for their deletion, and that still exist. */
function listRequestedErasures(at: Date): Promise<Lead[]> {
  const requested = db()
    .select({ id: leadEventTable.id })
    .from(leadEventTable)
    .where(and(eq(leadEventTable.leadId, leadTable.id), eq(leadEventTable.kind, "erasure_asked")));
  return db()
    .select()
    .from(leadTable)
    .where(and(exists(requested), not(isLeadTimeOver(at))));
}

/** Why a request must be retained for now; null if it may be deleted at once. */
export async function findErasureHold(
  queryable: Queryable,
  { id, kind, provinceCode, receivedAt }: Lead,
  at: Date = now(),
): Promise<ErasureHold | null> {
  const handedOver = and(eq(dealTable.leadId, id), eq(dealTable.state, "handed_over"));
  if ((await queryable.$count(dealTable, handedOver)) > 0) {
    const until = new Date(receivedAt);
    until.setUTCMonth(until.getUTCMonth() + site.retention.leadMonths);
    return { code: "deal_stands", until: calendarDay(until) };
  }
  if (provinceCode !== "QC" || !DECIDED_KINDS.includes(kind)) return null;
  const [decision] = await queryable
    .select({ at: leadEventTable.at })
    .from(leadEventTable)
    .where(
      and(
        eq(leadEventTable.leadId, id),
        inArray(leadEventTable.toStatus, ["approved", "delivered", "closed"]),
        ne(leadEventTable.kind, "application_withdrawn"),
      ),
    )
    .orderBy(desc(leadEventTable.at))
    .limit(1);
  if (!decision) return null;
  const until = new Date(decision.at);
  until.setUTCFullYear(until.getUTCFullYear() + DECISION_RETENTION_YEARS);
  return until > at ? { code: "decided_in_quebec", until: calendarDay(until) } : null;
}

/** The kinds of requests with a decision about a person. */
const DECIDED_KINDS: readonly LeadKind[] = ["pre_approval", "credit_application"];

async function storeErasureRequest(
  transaction: Transaction,
  { id: leadId }: Lead,
  { userId: byUserId }: RequestEndedBy,
): Promise<void> {
  const requested = transaction
    .select({ id: leadEventTable.id })
    .from(leadEventTable)
    .where(and(eq(leadEventTable.leadId, leadId), eq(leadEventTable.kind, "erasure_asked")));
  const [known] = await requested;
  if (!known)
    await transaction
      .insert(leadEventTable)
      .values({ leadId, byUserId, kind: "erasure_asked", at: now() });
}

async function findLead(transaction: Transaction, reference: string): Promise<Lead | null> {
  const [lead] = await transaction
    .select()
    .from(leadTable)
    .where(eq(leadTable.reference, reference));
  return lead ?? null;
}

function recordInAuditLog(
  transaction: Transaction,
  action: "request_withdrawn" | "request_erased",
  reference: string,
): Promise<void> {
  return recordAudit(transaction, { action, on: { kind: "lead", id: reference } });
}

/** Requests settled so long ago that no proof of the answer is needed any more. */
export const oldPrivacyRequests = expiredRows(privacyRequestTable, (at) => {
  const before = new Date(at);
  before.setUTCMonth(before.getUTCMonth() - site.retention.requestMonths);
  return and(ne(privacyRequestTable.state, "open"), lt(privacyRequestTable.settledAt, before));
});
