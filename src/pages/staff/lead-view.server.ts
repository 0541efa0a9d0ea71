import { findJoint, type JointView } from "#domain/credit-application/co-applicant.server.ts";
import type { LeadStatus } from "#domain/lead/lead.ts";
import type { ListedCar } from "#domain/lead/lead-form.ts";
import { isDocumentKind } from "#domain/document/document.ts";
import { documentWord } from "#domain/document/document-words.ts";
import { type ListedDocument, listDocuments } from "#domain/document/documents.server.ts";
import { findLeadForm } from "#domain/lead-forms.server.ts";
import { toActor, recordAct } from "#domain/audit/record-audit.server.ts";
import { m } from "#messages/messages.js";
import { nameSealedQuestion, readRevealNote } from "#domain/lead/reveal-sealed.server.ts";
import type { FormDeclaration } from "#forms/define-form.ts";
import { now } from "#platform/clock/clock.server.ts";
import { formatDateTime, formatTimeAgo, formatPhone, formatKm } from "#values/format.ts";
import { isLocale, languageTag, type Locale } from "#values/locale.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { site } from "#site/site.ts";
import { type CreditFileView, viewCreditFile } from "./credit-file.server.ts";
import { type AnsweredStep, viewAnswers } from "./view-answers.server.ts";
import { type MessageView, viewMessage, nameEvent } from "./message-view.server.ts";
import {
  kindWord,
  languageWord,
  purposeWord,
  statusWord,
  formatLeadName,
  placeText,
} from "#domain/lead/lead-words.ts";
import { findLead, type FoundLead } from "#domain/lead/lead-queries.server.ts";
import { initials } from "#values/person-name.ts";
import { distanceKm, type Point } from "#values/distance.ts";
import {
  isSellerChoice,
  type SellerChoice,
} from "#domain/sell-request/dealer-offer/dealer-offer.ts";

/** One lead as its page draws it: finished words in the staff member's language, plain data. */
export type LeadView = {
  reference: string;
  name: string;
  initials: string;
  status: LeadStatus;
  kindText: string;
  receivedText: string;
  agoText: string;
  languageText: string;
  place: string | null;
  phone: { number: string; text: string; isVerified: boolean } | null;
  email: { address: string; href: string } | null;
  /** Null where the form is no longer known to this release. */
  answers: AnsweredStep[] | null;
  /** Of a credit application: its answers as lenders ask for them; else null. */
  creditFile: CreditFileView | null;
  documents: readonly ListedDocument[];
  /** The viewer proved their second factor a few minutes ago: sealed answers ask for it. */
  isFactorFresh: boolean;
  listedAlready: readonly ListedCar[];
  match: MatchView | null;
  consents: ConsentView[];
  messages: MessageView[];
  events: EventView[];
};

type Viewer = Pick<SignedInUser, "id" | "role" | "lacksFreshFactor">;

export type ConsentView = {
  id: string;
  purpose: string;
  text: string;
  /** Of the text, for its `lang` attribute. */
  lang: string;
  given: string;
  withdrawn: string | null;
};

/**
 * The lead of this reference as its page draws it, or null. That this person looks at it goes on
 * record before they do.
 */
export async function loadLead(
  reference: string,
  locale: Locale,
  viewer: Viewer,
  /** Of the page's address: what a credit application's ratios are computed with. */
  query = new URLSearchParams(),
): Promise<LeadView | null> {
  const found = await findLead(reference);
  if (!found) return null;
  const on = { kind: "lead", id: found.lead.reference } as const;
  await recordAct({ by: toActor(viewer), action: "lead_viewed", on });
  return viewLead(found, locale, {
    at: now(),
    viewer,
    query,
    joint: await findJoint(found.submission.id),
    listedAlready: await findListed(found),
    documents: await listDocuments(found.submission.id),
  });
}

async function findListed({ submission }: FoundLead): Promise<readonly ListedCar[]> {
  const { formName, answers, userId } = submission;
  const find = findLeadForm(formName)?.findListed;
  return find ? find(answers, { userId }) : [];
}

/** Who looks, when, and what else is known by then. */
type Seen = {
  at: Date;
  viewer: Viewer;
  query: URLSearchParams;
  joint: JointView | null;
  listedAlready: readonly ListedCar[];
  documents: readonly ListedDocument[];
};

function viewLead(
  found: FoundLead,
  locale: Locale,
  { at, viewer, query, joint, listedAlready, documents }: Seen,
): LeadView {
  const { lead, submission } = found;
  const form = findLeadForm(submission.formName)?.form;
  return {
    reference: lead.reference,
    name: formatLeadName(lead, locale),
    initials: initials(`${lead.firstName} ${lead.lastName}`) || "?",
    status: lead.status,
    kindText: kindWord(lead.kind, locale),
    receivedText: formatDateTime(lead.receivedAt, locale),
    agoText: formatTimeAgo(lead.receivedAt, at, locale),
    languageText: languageWord(lead.locale, locale),
    place: placeText(lead),
    phone: lead.phone
      ? {
          number: lead.phone,
          text: formatPhone(lead.phone, locale),
          isVerified: lead.phoneVerifiedAt !== null,
        }
      : null,
    email: lead.email ? { address: lead.email, href: mailTo(lead.email, lead) } : null,
    answers: form
      ? viewAnswers(form, submission.answers, {
          hasSealedAnswers: submission.hasSealedAnswers,
          locale,
        })
      : null,
    creditFile: viewCreditFile(found, { query, joint, locale }),
    documents,
    isFactorFresh: !viewer.lacksFreshFactor,
    listedAlready,
    match: viewMatch(found, locale),
    consents: found.consents.map((consent) => viewConsent(consent, locale)),
    messages: found.messages.map((message) => viewMessage(message, locale)),
    events: found.events.map((event) => viewEvent(event, form, locale)),
  };
}

/** A letter to the person, with the subject in their language and not in the staff member's. */
function mailTo(address: string, lead: { locale: string; reference: string }): string {
  const locale = isLocale(lead.locale) ? lead.locale : "en";
  const subject = m.staff_mail_subject({ site: site.name, reference: lead.reference }, { locale });
  return `mailto:${encodeURIComponent(address).replaceAll("%40", "@")}?subject=${encodeURIComponent(subject)}`;
}

function viewConsent(consent: FoundLead["consents"][number], locale: Locale): ConsentView {
  return {
    id: consent.id,
    purpose: purposeWord(consent.purpose, locale),
    text: consent.text,
    lang: consent.locale,
    given: m.staff_consent_given(
      {
        time: formatDateTime(consent.givenAt, locale),
        language: languageWord(consent.locale, locale),
        version: consent.textVersion,
        channel: consent.channel,
      },
      { locale },
    ),
    withdrawn: consent.withdrawnAt
      ? m.staff_consent_withdrawn({ time: formatDateTime(consent.withdrawnAt, locale) }, { locale })
      : null,
  };
}

/** The dealership that the lead went to. */
export type MatchView = {
  name: string;
  place: string | null;
  /** From the place the person named; null where that place is not known. */
  distance: string | null;
  phone: { number: string; text: string };
  email: string;
};

function viewMatch({ lead, dealership }: FoundLead, locale: Locale): MatchView | null {
  if (!dealership) return null;
  return {
    name: dealership.name,
    place: placeText(dealership),
    distance: distanceText(lead, dealership, locale),
    phone: { number: dealership.phone, text: formatPhone(dealership.phone, locale) },
    email: dealership.leadEmail,
  };
}

/** As the crow flies, and from the middle of a town: below a kilometre the figure says nothing. */
function distanceText(
  { lat, lon }: { lat: number | null; lon: number | null },
  dealership: Point,
  locale: Locale,
): string | null {
  if (lat === null || lon === null) return null;
  const awayKm = distanceKm({ lat, lon }, dealership);
  if (awayKm < 1) return m.staff_match_near({}, { locale });
  return m.staff_match_away({ distance: formatKm(awayKm, locale) }, { locale });
}

/** One line of a lead's history. */
export type EventView = { id: string; title: string; note: string | null; meta: string };

type Event = FoundLead["events"][number];

/** Whose note is a person's own words, to be shown as they are. */
const NOTED = ["note", "status_changed", "sealed_view_given"] as const;

function viewEvent(event: Event, form: FormDeclaration | undefined, locale: Locale): EventView {
  const isNoteOfPerson = NOTED.some((kind) => kind === event.kind);
  const at = formatDateTime(event.at, locale);
  const shown = event.kind === "sealed_revealed" ? viewReveal(event.note ?? "", form, locale) : {};
  return {
    id: event.id,
    title: formatTitle(event, locale),
    note: isNoteOfPerson ? event.note : null,
    ...shown,
    meta: event.byName ? m.staff_event_by({ at, name: event.byName }, { locale }) : at,
  };
}

function nameDocuments(note: string | null, locale: Locale): string {
  const kinds = (note ?? "").split(" ").filter(isDocumentKind);
  const names = kinds.map((kind) => documentWord(kind, locale));
  return new Intl.ListFormat(languageTag[locale]).format(names);
}

/** Which sealed answer was opened, and the reason that was typed for it. */
function viewReveal(eventNote: string, form: FormDeclaration | undefined, locale: Locale) {
  const { question, reason } = readRevealNote(eventNote);
  const answer = (form && nameSealedQuestion(form, question, locale)) ?? question;
  return {
    title: m.staff_event_sealed_revealed_answer({ answer }, { locale }),
    note: reason,
  };
}

const CHOSEN = {
  dealership_offers: m.staff_event_sale_choice_dealership_offers,
  own_listing: m.staff_event_sale_choice_own_listing,
  both: m.staff_event_sale_choice_both,
} as const satisfies Record<SellerChoice, unknown>;

/** The note of an event that nobody wrote by hand says which dealership or which message. */
function formatTitle({ kind, note, fromStatus, toStatus }: Event, locale: Locale): string {
  const language = { locale };
  switch (kind) {
    case "received":
      return m.staff_event_received({}, language);
    case "phone_verified":
      return m.staff_event_phone_verified({}, language);
    case "routed":
      return m.staff_event_routed({ dealership: note ?? "" }, language);
    case "unrouted":
      return m.staff_event_unrouted({}, language);
    case "status_changed":
      return m.staff_event_status_changed(
        { from: statusWord(fromStatus ?? "", locale), to: statusWord(toStatus ?? "", locale) },
        language,
      );
    case "note":
      return m.staff_event_note({}, language);
    case "delivered":
      return m.staff_event_delivered({ channel: nameEvent(note ?? "", locale) }, language);
    case "delivery_failed":
      return m.staff_event_delivery_failed({ channel: nameEvent(note ?? "", locale) }, language);
    case "delivery_cancelled":
      return m.staff_event_delivery_cancelled({ channel: nameEvent(note ?? "", locale) }, language);
    case "application_withdrawn":
      return m.staff_event_application_withdrawn({}, language);
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
    case "sale_choice":
      return isSellerChoice(note) ? CHOSEN[note]({}, language) : kind;
  }
}
