import type { RequestStatus } from "#domain/lead/request-status.ts";
import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import { formatPhone } from "#values/format.ts";
import type { LeadKind } from "#values/lead-kind.ts";
import type { Locale } from "#values/locale.ts";

type Words = (_: object, in_: { locale: Locale }) => string;

const STATUSES: Record<RequestStatus, Words> = {
  received: m.request_status_received,
  contacted: m.request_status_contacted,
  documents: m.request_status_documents,
  in_review: m.request_status_in_review,
  approved: m.request_status_approved,
  agreed: m.request_status_agreed,
  completed: m.request_status_completed,
  closed: m.request_status_closed,
  withdrawn: m.request_status_withdrawn,
};

export function describeRequestStatus(status: RequestStatus, locale: Locale): string {
  return STATUSES[status]({}, { locale });
}

/** The next step for the person, by the status of a request. */
export function describeNextStep(
  request: { kind: LeadKind; status: RequestStatus; hasContact: boolean },
  locale: Locale,
): string {
  const { kind, status, hasContact } = request;
  const phone = formatPhone(site.phone, locale);
  const isCredit = kind === "pre_approval" || kind === "credit_application";
  switch (status) {
    case "received":
      return hasContact
        ? (RECEIVED[kind] ?? m.request_next_received)({}, { locale })
        : m.request_next_no_contact({}, { locale });
    case "contacted":
      return m.request_next_contacted({ phone }, { locale });
    case "documents":
      return m.request_next_documents({ phone }, { locale });
    case "in_review":
      return (isCredit ? m.request_next_in_review_credit : m.request_next_in_review)(
        {},
        { locale },
      );
    case "approved":
      return m.request_next_approved({}, { locale });
    case "agreed":
      return m.request_next_agreed({}, { locale });
    case "completed":
      return m.request_next_completed({}, { locale });
    case "closed":
      return m.request_next_closed({}, { locale });
    case "withdrawn":
      return m.request_next_withdrawn({}, { locale });
  }
}

/** Texts for kinds whose answers are not read by a specialist. */
const RECEIVED: Partial<Record<LeadKind, Words>> = {
  call_back: m.request_next_received_call_back,
  sell_car: m.request_next_received_sell_car,
  bid: m.request_next_received_bid,
};
