import { findDealership, matchDealership } from "#domain/dealership/dealership-queries.server.ts";
import type { LeadEventKind, LeadFacts } from "./lead.ts";
import { makeRowId } from "#platform/database/columns.ts";
import type { Queryable } from "#platform/database/database.server.ts";
import { jsonRows } from "#platform/database/json-rows.server.ts";
import type { Locale } from "#values/locale.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";

type NewLead = {
  reference: string;
  submissionId: string;
  locale: Locale;
  facts: LeadFacts;
  /** The person agreed that a matched dealership sees the answers. Without it only staff do. */
  mayShare: boolean;
  /** Its dealership gets it once staff pass it on. */
  waitsForStaff: boolean;
  /** Whose lead it is from the start, as a bid on a dealership's car is; else null. */
  dealershipId: string | null;
  /** Whose car it is about, if a dealership's. */
  sellingDealershipId: string | null;
  receivedAt: Date;
};

export type CreatedLead = {
  id: string;
  submissionId: string;
  kind: LeadFacts["kind"];
  email: string | null;
  locale: Locale;
  dealership: { id: string; leadEmail: string } | null;
};

export const leadRows = jsonRows(leadTable, [
  "id",
  "reference",
  "submissionId",
  "kind",
  "firstName",
  "lastName",
  "email",
  "phone",
  "phoneVerifiedAt",
  "emailConfirmedAt",
  "city",
  "provinceCode",
  "lat",
  "lon",
  "locale",
  "dealershipId",
  "receivedAt",
]);
export const leadEventRows = jsonRows(leadEventTable, ["leadId", "kind", "note", "at"]);

/** A lead that is routed to the dealership of its region, with its first events, to be stored. */
export async function prepareLead(queryable: Queryable, input: NewLead) {
  const { facts, reference, submissionId, locale, receivedAt } = input;
  const { kind, email } = facts;
  const matched = await dealershipFor(queryable, input);
  const waits = matched !== null && input.waitsForStaff;
  const dealership = waits ? null : matched;
  const id = makeRowId();
  const events: { kind: LeadEventKind; note?: string }[] = [{ kind: "received" }];
  if (facts.phoneVerifiedAt) events.push({ kind: "phone_verified" });
  if (facts.emailConfirmedAt) events.push({ kind: "email_confirmed" });
  if (!matched) events.push({ kind: "unrouted" });
  else events.push({ kind: waits ? "pass_on_awaited" : "routed", note: matched.name });
  const lead: CreatedLead = { id, submissionId, kind, email, locale, dealership };
  return {
    lead,
    row: {
      id,
      reference,
      submissionId,
      locale,
      receivedAt,
      dealershipId: dealership?.id ?? null,
      ...facts,
      emailConfirmedAt: facts.emailConfirmedAt ?? null,
    },
    events: events.map((event) => ({ note: null, ...event, leadId: id, at: receivedAt })),
  };
}

async function dealershipFor(queryable: Queryable, lead: NewLead) {
  if (lead.dealershipId) return findDealership(queryable, lead.dealershipId);
  const { facts, mayShare, sellingDealershipId } = lead;
  return mayShare ? matchDealership(queryable, { ...facts, sellingDealershipId }) : null;
}
