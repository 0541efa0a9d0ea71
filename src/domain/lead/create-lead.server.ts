import { findDealership, matchDealership } from "#domain/dealership/dealership-queries.server.ts";
import type { LeadEventKind, LeadFacts } from "./lead.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import type { Locale } from "#values/locale.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";

type NewLead = {
  reference: string;
  submissionId: string;
  locale: Locale;
  facts: LeadFacts;
  /** The person agreed that a matched dealership sees the answers. Without it only staff do. */
  mayShare: boolean;
  /** Whose lead it is from the start, as a bid on a dealership's car is; else null. */
  dealershipId: string | null;
  /** Whose car it is about, if a dealership's. */
  sellingDealershipId: string | null;
  receivedAt: Date;
};

export type CreatedLead = {
  id: string;
  kind: LeadFacts["kind"];
  email: string | null;
  locale: Locale;
  dealership: { id: string; leadEmail: string } | null;
};

/** Opens a lead and routes it to the dealership of its region, in the submission's transaction. */
export async function createLead(transaction: Transaction, lead: NewLead): Promise<CreatedLead> {
  const { facts } = lead;
  const dealership = await dealershipFor(transaction, lead);
  const [row] = await transaction
    .insert(leadTable)
    .values({
      reference: lead.reference,
      submissionId: lead.submissionId,
      locale: lead.locale,
      receivedAt: lead.receivedAt,
      dealershipId: dealership?.id ?? null,
      ...facts,
    })
    .returning({ id: leadTable.id });
  if (!row) throw new Error("A lead was not stored.");
  const events: { kind: LeadEventKind; note?: string }[] = [{ kind: "received" }];
  if (facts.phoneVerifiedAt) events.push({ kind: "phone_verified" });
  events.push(dealership ? { kind: "routed", note: dealership.name } : { kind: "unrouted" });
  await transaction
    .insert(leadEventTable)
    .values(events.map((event) => ({ ...event, leadId: row.id, at: lead.receivedAt })));
  const { kind, email } = facts;
  return { id: row.id, kind, email, locale: lead.locale, dealership };
}

async function dealershipFor(transaction: Transaction, lead: NewLead) {
  if (lead.dealershipId) return findDealership(transaction, lead.dealershipId);
  const { facts, mayShare, sellingDealershipId } = lead;
  return mayShare ? matchDealership(transaction, { ...facts, sellingDealershipId }) : null;
}
