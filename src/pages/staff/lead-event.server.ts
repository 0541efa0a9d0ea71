import { DOCUMENT_MAX_MB, isStoredKind } from "#domain/document/document.ts";
import { documentWord } from "#domain/document/document-words.ts";
import type { InboundEmail } from "#domain/inbound-email/inbound-emails.server.ts";
import type { LeftOut, LeftOutCode } from "#domain/inbound-email/inbound-email.ts";
import { nameQuestions } from "#domain/lead/correct-answer.server.ts";
import { describeHandoverEvent, isHandoverEvent } from "#domain/lead/handover-words.ts";
import type { FoundLead } from "#domain/lead/lead-queries.server.ts";
import { purposeWord, statusWord } from "#domain/lead/lead-words.ts";
import { nameSealedQuestion, readRevealNote } from "#domain/lead/reveal-sealed.server.ts";
import {
  isSellerChoice,
  type SellerChoice,
} from "#domain/sell-request/dealer-offer/dealer-offer.ts";
import type { FormDeclaration } from "#forms/define-form.ts";
import { m } from "#messages/messages.js";
import { describeRoute } from "#domain/lead/route-words.ts";
import { formatDateTime } from "#values/format.ts";
import { languageTag, type Locale } from "#values/locale.ts";
import { nameAssignment } from "./lead/assignment-event.ts";
import { nameEvent } from "./message-view.server.ts";

/** One line of a lead's history. */
export type EventView = {
  id: string;
  title: string;
  note: string | null;
  meta: string;
  mail: MailView | null;
};

/** What a mail from outside has besides its text. */
export type MailView = {
  /** The earlier mails that it quotes; may be empty. */
  quoted: string;
  /** The attachments that were not kept, and why. */
  leftOut: readonly string[];
};

type Event = FoundLead["events"][number];

/** Events whose note is a person's own text, shown as it is. */
const NOTED = [
  "note",
  "status_changed",
  "sealed_view_given",
  "call_reached",
  "call_voicemail",
  "call_no_answer",
  "call_wrong_number",
  "won",
  "mail_sent",
  "sms_sent",
  "lost",
  "task_changed",
  "task_deleted",
  "task_put_back",
] as const;

export function viewEvent(
  event: Event,
  form: FormDeclaration | undefined,
  locale: Locale,
  email?: InboundEmail,
): EventView {
  const isNoteOfPerson = NOTED.some((kind) => kind === event.kind);
  const at = formatDateTime(event.at, locale);
  const shown =
    event.kind === "sealed_revealed"
      ? viewReveal(event.note ?? "", form, locale)
      : event.kind === "answer_corrected"
        ? viewCorrection(event.note ?? "", form, locale)
        : email
          ? viewEmail(email, locale)
          : isHandoverEvent(event)
            ? describeHandoverEvent(event, locale)
            : {};
  return {
    id: event.id,
    title: formatTitle(event, locale),
    note: isNoteOfPerson ? event.note : event.route && describeRoute(event.route, locale),
    mail: null,
    ...shown,
    meta: event.byName ? m.staff_event_by({ at, name: event.byName }, { locale }) : at,
  };
}

/** Its text as it was written, and who it says it is from: anybody can write any address there. */
function viewEmail(email: InboundEmail, locale: Locale) {
  const { kind, fromAddress, subject, text, quoted, leftOut } = email;
  const title = kind === "answer" ? m.inbound_mail_event : m.inbound_mail_event_auto;
  return {
    title: title({ from: fromAddress }, { locale }),
    note: [subject, text].filter(Boolean).join("\n\n"),
    mail: { quoted, leftOut: leftOut.map((each) => describeLeftOut(each, locale)) },
  };
}

const LEFT_OUT = {
  too_large: m.inbound_mail_left_out_too_large,
  not_a_document: m.inbound_mail_left_out_not_a_document,
  locked_pdf: m.inbound_mail_left_out_locked_pdf,
  too_many_pages: m.inbound_mail_left_out_too_many_pages,
  too_many: m.inbound_mail_left_out_too_many,
  unmatched: m.inbound_mail_left_out_unmatched,
} as const satisfies Record<LeftOutCode, unknown>;

export function describeLeftOut({ name, code }: LeftOut, locale: Locale): string {
  const file = name || m.inbound_mail_nameless({}, { locale });
  return LEFT_OUT[code]({ file, mb: DOCUMENT_MAX_MB }, { locale });
}

function nameDocuments(note: string | null, locale: Locale): string {
  const kinds = (note ?? "").split(" ").filter(isStoredKind);
  const names = kinds.map((kind) => documentWord(kind, locale));
  return new Intl.ListFormat(languageTag[locale]).format(names);
}

/** Which sealed answer was opened, and the reason typed for it. */
function viewReveal(eventNote: string, form: FormDeclaration | undefined, locale: Locale) {
  const { question, reason } = readRevealNote(eventNote);
  const answer = (form && nameSealedQuestion(form, question, locale)) ?? question;
  return {
    title: m.staff_event_sealed_revealed_answer({ answer }, { locale }),
    note: reason,
  };
}

/** Which answers were corrected; the new values are shown among the answers. */
function viewCorrection(eventNote: string, form: FormDeclaration | undefined, locale: Locale) {
  const names = eventNote.split(" ");
  const questions = (form ? nameQuestions(form, names, locale) : names).join(", ");
  return { title: m.staff_event_answer_corrected({ questions }, { locale }) };
}

const CHOSEN = {
  dealership_offers: m.staff_event_sale_choice_dealership_offers,
  own_listing: m.staff_event_sale_choice_own_listing,
  both: m.staff_event_sale_choice_both,
} as const satisfies Record<SellerChoice, unknown>;

const BID_MOVED: ReadonlyMap<string | null, typeof m.staff_event_bid_open> = new Map([
  ["accepted", m.staff_event_bid_accepted],
  ["declined", m.staff_event_bid_declined],
  ["passed_over", m.staff_event_bid_passed_over],
  ["withdrawn", m.staff_event_bid_withdrawn],
]);

/** The note of an automatic event is the name of a dealership or of a message. */
function formatTitle(event: Event, locale: Locale): string {
  const { kind, note, fromStatus, toStatus } = event;
  const language = { locale };
  switch (kind) {
    case "dealer_accepted":
    case "dealer_passed":
    case "dealer_timed_out":
    case "dealer_outcome":
    case "dealer_note":
      return describeHandoverEvent({ kind, note }, locale).title;
    case "received":
      return m.staff_event_received({}, language);
    case "phone_verified":
      return m.staff_event_phone_verified({}, language);
    case "email_confirmed":
      return m.staff_event_email_confirmed({}, language);
    case "routed":
      return m.staff_event_routed({ dealership: note ?? "" }, language);
    case "pass_on_awaited":
      return m.staff_event_pass_on_awaited({ dealership: note ?? "" }, language);
    case "passed_on":
      return m.staff_event_passed_on({ dealership: note ?? "" }, language);
    case "unrouted":
      return m.staff_event_unrouted({}, language);
    case "status_changed":
      return m.staff_event_status_changed(
        { from: statusWord(fromStatus ?? "", locale), to: statusWord(toStatus ?? "", locale) },
        language,
      );
    case "note":
      return m.staff_event_note({}, language);
    case "call_reached":
      return m.lead_call_event_reached({}, language);
    case "call_voicemail":
      return m.lead_call_event_voicemail({}, language);
    case "call_no_answer":
      return m.lead_call_event_no_answer({}, language);
    case "call_wrong_number":
      return m.lead_call_event_wrong_number({}, language);
    case "call_taken_back":
      return m.lead_call_event_taken_back({}, language);
    case "escalated":
      return (
        note === "team" ? m.notice_event_escalated_team : m.notice_event_escalated_administrators
      )({}, language);
    case "delivered":
      return m.staff_event_delivered({ channel: nameEvent(note ?? "", locale) }, language);
    case "delivery_failed":
      return m.staff_event_delivery_failed({ channel: nameEvent(note ?? "", locale) }, language);
    case "delivery_cancelled":
      return m.staff_event_delivery_cancelled({ channel: nameEvent(note ?? "", locale) }, language);
    case "application_withdrawn":
      return m.staff_event_application_withdrawn({}, language);
    case "erasure_asked":
      return m.staff_event_erasure_asked({}, language);
    case "answer_corrected":
      return m.staff_event_answer_corrected({ questions: note ?? "" }, language);
    case "contact_given":
      return m.staff_event_contact_given({}, language);
    case "co_applicant_joined":
      return m.staff_event_co_applicant_joined({}, language);
    case "co_applicant_declined":
      return m.staff_event_co_applicant_declined({}, language);
    case "co_applicant_left_out":
      return m.staff_event_co_applicant_left_out({}, language);
    case "consent_withdrawn":
      return m.staff_event_consent_withdrawn(
        { purpose: purposeWord(note ?? "", locale) },
        language,
      );
    case "offer_made":
      return m.staff_event_offer_made({ amount: note ?? "" }, language);
    case "offer_withdrawn":
      return m.staff_event_offer_withdrawn({ amount: note ?? "" }, language);
    case "offer_accepted":
      return m.staff_event_offer_accepted({ offer: note ?? "" }, language);
    case "offer_declined":
      return m.staff_event_offer_declined({ offer: note ?? "" }, language);
    case "offer_reopened":
      return m.staff_event_offer_reopened({ offer: note ?? "" }, language);
    case "offer_called_off":
      return m.staff_event_offer_called_off({}, language);
    case "offer_countered":
      return m.staff_event_offer_countered({ offer: note ?? "" }, language);
    case "offer_counter_accepted":
      return m.staff_event_offer_counter_accepted({ offer: note ?? "" }, language);
    case "offer_counter_withdrawn":
      return m.staff_event_offer_counter_withdrawn({ offer: note ?? "" }, language);
    case "offer_counter_declined":
      return m.staff_event_offer_counter_declined({ offer: note ?? "" }, language);
    case "sealed_view_given":
      return m.staff_event_sealed_view_given({}, language);
    case "documents_requested":
      return m.staff_event_documents_requested(
        { documents: nameDocuments(note, locale) },
        language,
      );
    case "document_received":
      return m.staff_event_document_received({ documents: nameDocuments(note, locale) }, language);
    case "sealed_revealed":
      return m.staff_event_sealed_revealed({}, language);
    case "mail_sent":
      return m.template_event_mail({}, language);
    case "sms_sent":
      return m.template_event_sms({}, language);
    case "task_changed":
      return m.task_event_changed({}, language);
    case "task_deleted":
      return m.task_event_deleted({}, language);
    case "task_put_back":
      return m.task_event_put_back({}, language);
    case "mail_received":
    case "auto_reply_received":
      return m.inbound_mail_event_gone({}, language);
    case "entered":
      return m.new_lead_event({}, language);
    case "won":
      return m.outcome_won({}, language);
    case "lost":
      return m.outcome_lost({}, language);
    case "assigned":
    case "unassigned":
      return nameAssignment(event, locale);
    case "invitation_declined":
      return m.staff_event_invitation_declined({ dealership: note ?? "" }, language);
    case "bid_changed":
      return m.staff_event_bid_changed({ prices: note ?? "" }, language);
    case "bid_moved":
      return (BID_MOVED.get(note) ?? m.staff_event_bid_open)({}, language);
    case "sale_choice":
      return isSellerChoice(note) ? CHOSEN[note]({}, language) : kind;
  }
}
