import type { RouteReason } from "#domain/dealership/dealership.ts";
import {
  findDealership,
  matchDealership,
  type RoutedDealership,
} from "#domain/dealership/dealership-queries.server.ts";
import { promiseContact } from "#domain/first-contact/due-time.server.ts";
import { assignByRule } from "./assign-by-rule.server.ts";
import type { LeadEventKind, LeadFacts } from "./lead.ts";
import { makeRowId } from "#platform/database/columns.ts";
import { findRequestScope } from "#platform/request/request-scope.server.ts";
import { type LeadSource, NO_SOURCE } from "#values/lead-source.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import type { Locale } from "#values/locale.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";
import { notifyInbox } from "./notify-inbox.server.ts";

type NewLead = {
  reference: string;
  submissionId: string;
  locale: Locale;
  facts: LeadFacts;
  /** The person agreed that a matched dealership sees the answers. Without that only staff do. */
  mayShare: boolean;
  /** Its dealership gets it only once staff pass it on. */
  waitsForStaff: boolean;
  /**
   * The dealership that has the lead from the start, as with a bid on a dealership's car; otherwise
   * null.
   */
  dealershipId: string | null;
  /** The dealership that sells the car that the lead is about; null if none does. */
  sellingDealershipId: string | null;
  /** The person asked to be contacted about it, or agreed to it. */
  mayContact: boolean;
  receivedAt: Date;
  /** Where it came from, if its sender's own browser does not say so. */
  source?: LeadSource | undefined;
};

export type CreatedLead = {
  id: string;
  submissionId: string;
  kind: LeadFacts["kind"];
  email: string | null;
  locale: Locale;
  dealership: { id: string; leadEmail: string } | null;
};

/**
 * Stores a lead with its first events, routes it to the dealership of its region, and gives it to a
 * member of staff if the site has a rule for that.
 */
export async function createLead(transaction: Transaction, input: NewLead): Promise<CreatedLead> {
  const { facts, reference, submissionId, locale, receivedAt } = input;
  const { kind, email } = facts;
  const matched = await dealershipFor(transaction, input);
  const waits = matched !== null && input.waitsForStaff;
  const dealership = waits ? null : matched;
  const id = makeRowId();
  await transaction.insert(leadTable).values({
    id,
    reference,
    submissionId,
    locale,
    receivedAt,
    dueAt: promiseContact({ ...facts, mayContact: input.mayContact }, receivedAt),
    dealershipId: dealership?.id ?? null,
    ...facts,
    ...(input.source ?? findRequestScope()?.leadSource ?? NO_SOURCE),
  });
  const events: { kind: LeadEventKind; note?: string; route?: RouteReason }[] = [
    { kind: "received" },
  ];
  if (facts.phoneVerifiedAt) events.push({ kind: "phone_verified" });
  if (facts.emailConfirmedAt) events.push({ kind: "email_confirmed" });
  if (!matched) events.push({ kind: "unrouted" });
  else {
    const { name: note, reason: route } = matched;
    events.push({ kind: waits ? "pass_on_awaited" : "routed", note, route });
  }
  await transaction
    .insert(leadEventTable)
    .values(events.map((event) => ({ ...event, leadId: id, at: receivedAt })));
  await notifyInbox(transaction);
  await assignByRule(transaction, { id, kind, locale, provinceCode: facts.provinceCode });
  return { id, submissionId, kind, email, locale, dealership };
}

async function dealershipFor(
  transaction: Transaction,
  lead: NewLead,
): Promise<RoutedDealership | null> {
  if (lead.dealershipId) return findDealership(transaction, lead.dealershipId);
  const { facts, mayShare, sellingDealershipId } = lead;
  return mayShare ? matchDealership(transaction, { ...facts, sellingDealershipId }) : null;
}
