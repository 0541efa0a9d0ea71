import type { LeadStatus } from "#domain/lead/lead-status.ts";
import { isLeadStatus } from "#domain/lead/lead-status.ts";
import type { ListedCar } from "#domain/lead/lead-form.ts";
import { findLeadForm } from "#domain/lead-forms.server.ts";
import { m } from "#messages/messages.js";
import { now } from "#platform/clock/clock.server.ts";
import { formatDateTime, formatTimeAgo, formatPhone } from "#values/format.ts";
import { isLocale, type Locale } from "#values/locale.ts";
import { site } from "#site/site.ts";
import { type AnsweredStep, viewAnswers } from "./answers-view.server.ts";
import { type MessageView, viewMessage } from "./message-view.server.ts";
import { type EventView, viewEvent } from "./event-view.server.ts";
import { kindWord, languageWord, purposeWord } from "./inbox-words.ts";
import { findLead, type FoundLead } from "#domain/lead/lead-detail.server.ts";
import { type MatchView, viewMatch } from "./match-view.server.ts";
import { initialsOf, leadName, placeText } from "./person-words.ts";

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
  listedAlready: readonly ListedCar[];
  match: MatchView | null;
  consents: ConsentView[];
  messages: MessageView[];
  events: EventView[];
};

export type ConsentView = {
  id: string;
  purpose: string;
  text: string;
  /** Of the text, for its `lang` attribute. */
  lang: string;
  given: string;
  withdrawn: string | null;
};

/** The lead of this reference as its page draws it, or null. */
export async function loadLead(reference: string, locale: Locale): Promise<LeadView | null> {
  const found = await findLead(reference);
  if (!found) return null;
  return viewLead(found, locale, { at: now(), listedAlready: await findListed(found) });
}

async function findListed({ submission }: FoundLead): Promise<readonly ListedCar[]> {
  const { formName, answers, userId } = submission;
  const find = findLeadForm(formName)?.findListed;
  return find ? find(answers, { userId }) : [];
}

function viewLead(
  found: FoundLead,
  locale: Locale,
  { at, listedAlready }: { at: Date; listedAlready: readonly ListedCar[] },
): LeadView {
  const { lead, submission } = found;
  const form = findLeadForm(submission.formName)?.form;
  return {
    reference: lead.reference,
    name: leadName(lead, locale),
    initials: initialsOf(lead),
    status: isLeadStatus(lead.status) ? lead.status : "new",
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
    listedAlready,
    match: viewMatch(found, locale),
    consents: found.consents.map((consent) => viewConsent(consent, locale)),
    messages: found.messages.map((message) => viewMessage(message, locale)),
    events: found.events.map((event) => viewEvent(event, locale)),
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
