import type { LeadEventKind } from "#domain/lead/lead.ts";

/** What the open inbox is told of: a new lead, an answer, a failed delivery, somebody's claim. */
export const NEWS_KINDS = ["lead", "answer", "failure", "claim"] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];

/** It holds no personal data. The id is that of the lead's event: a later one is greater. */
export type News = { id: string; kind: NewsKind; reference: string };

/** What each event is to the inbox; events that are not here do not change what it shows at once. */
export const NEWS_OF_EVENTS: ReadonlyMap<LeadEventKind, NewsKind> = new Map([
  ["received", "lead"],
  ["delivery_failed", "failure"],
  ["assigned", "claim"],
  ["unassigned", "claim"],
  ["contact_given", "answer"],
  ["document_received", "answer"],
  ["mail_received", "answer"],
  ["offer_accepted", "answer"],
  ["offer_declined", "answer"],
  ["offer_countered", "answer"],
  ["offer_counter_accepted", "answer"],
  ["offer_counter_declined", "answer"],
  ["sale_choice", "answer"],
  ["co_applicant_joined", "answer"],
  ["co_applicant_declined", "answer"],
  ["application_withdrawn", "answer"],
]);
