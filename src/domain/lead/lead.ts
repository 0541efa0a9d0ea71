import { HANDOVER_EVENTS } from "./handover.ts";
import { hasPhoneCode, type LeadKind } from "#values/lead-kind.ts";
import type { RegionCode } from "#values/province.ts";

/** What the inbox needs to know of a lead without reading its answers. */
export type LeadFacts = {
  kind: LeadKind;
  firstName: string;
  lastName: string;
  email: string | null;
  /** E.164 */
  phone: string | null;
  phoneVerifiedAt: Date | null;
  /** When a code that was mailed to `email` was entered. */
  emailConfirmedAt?: Date | null;
  city: string | null;
  provinceCode: RegionCode | null;
  lat: number | null;
  lon: number | null;
};

/** The part of these facts that the answers themselves contain. */
export type LeadSender = Pick<
  LeadFacts,
  "firstName" | "lastName" | "email" | "phone" | "city" | "provinceCode" | "lat" | "lon"
>;

/** Whether its form asks for a code that proves the number, and none was entered so far. */
export function isPhoneAwaited({
  kind,
  phone,
  phoneVerifiedAt,
}: Pick<LeadFacts, "kind" | "phone" | "phoneVerifiedAt">): boolean {
  return phone !== null && phoneVerifiedAt === null && hasPhoneCode(kind);
}

/** For a sender whose location is not known. */
export const NO_LOCATION = { city: null, provinceCode: null, lat: null, lon: null } as const;

/**
 * How far the work on a lead has come, in the order of the work. Any stage may follow any other.
 */
export const LEAD_STATUSES = [
  "new",
  "contacted",
  "documents",
  "lender",
  "approved",
  "delivered",
  "closed",
] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];

export function isLeadStatus(value: unknown): value is LeadStatus {
  return LEAD_STATUSES.some((status) => status === value);
}

/** What can happen to a lead. The events of offers and of the choice belong to sell requests. */
export const LEAD_EVENTS = [
  "received",
  "phone_verified",
  "email_confirmed",
  "routed",
  "unrouted",
  /** Its dealership gets it once staff pass it on. */
  "pass_on_awaited",
  "passed_on",
  "status_changed",
  "note",
  /** Staff called its sender; the note is theirs. */
  "call_reached",
  "call_voicemail",
  "call_no_answer",
  "call_wrong_number",
  /** The press that somebody was reached was a mistake; the newest one not taken back yet. */
  "call_taken_back",
  /** Nobody contacted its sender in time; the note says who is told (`ESCALATION_STEPS`). */
  "escalated",
  "delivered",
  "delivery_failed",
  "delivery_cancelled",
  "consent_withdrawn",
  "application_withdrawn",
  /**
   * Its sender asked for its deletion, and a hold keeps it for now
   * (privacy-request/end-request.server.ts).
   */
  "erasure_asked",
  /** Done by staff, at its sender's request; the note lists the questions. */
  "answer_corrected",
  "contact_given",
  "co_applicant_joined",
  "co_applicant_declined",
  "co_applicant_left_out",
  "offer_made",
  "offer_withdrawn",
  "offer_accepted",
  "offer_declined",
  "offer_reopened",
  "offer_called_off",
  "offer_countered",
  "offer_counter_accepted",
  "offer_counter_declined",
  "offer_counter_withdrawn",
  "sale_choice",
  "invitation_declined",
  "bid_changed",
  "bid_moved",
  "sealed_revealed",
  "sealed_view_given",
  "documents_requested",
  "document_received",
  /** A member of staff has it now: by their own claim, by a colleague, or by the rule. */
  "assigned",
  "unassigned",
  /** How it ended (outcome.ts); its outcome has the value or the reason. */
  "won",
  "lost",
  /** Written down by staff, of somebody who phoned or walked in. */
  "entered",
  /** By staff, to its sender. */
  "mail_sent",
  "sms_sent",
  /** The note is what the task was before. */
  "task_changed",
  "task_deleted",
  "task_put_back",
  /** By mail, to staff (domain/inbound-email): by a person, or by a program such as an absence notice. */
  "mail_received",
  "auto_reply_received",
  ...HANDOVER_EVENTS,
] as const;
export type LeadEventKind = (typeof LEAD_EVENTS)[number];

/** Who is told that a lead is overdue, one after the other. */
export const ESCALATION_STEPS = ["team", "administrators"] as const;
export type EscalationStep = (typeof ESCALATION_STEPS)[number];

/** The events that staff may be told of (domain/notice). */
export const NOTICED_EVENTS = [
  "received",
  "document_received",
  "contact_given",
  "mail_received",
  "delivery_failed",
  "escalated",
] as const satisfies readonly LeadEventKind[];
