import { findContactOfLead } from "#domain/contact/contacts.server.ts";
import { isPhoneAwaited } from "#domain/lead/lead.ts";
import type { FoundLead } from "#domain/lead/lead-queries.server.ts";
import { kindWord, languageWord } from "#domain/lead/lead-words.ts";
import { describeSource } from "#domain/lead/source-words.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { formatDateTime, formatPhone, formatTimeAgo } from "#values/format.ts";
import { isLocale, type Locale } from "#values/locale.ts";

type Lead = FoundLead["lead"];

/** The page of the person who sent a lead. */
export type ContactLink = { path: string; text: string };

export type LeadPhone = {
  number: string;
  text: string;
  isVerified: boolean;
  /** Verified, not yet, or never asked for. */
  stateText: string;
};

export type LeadEmail = { address: string; href: string; isConfirmed: boolean };

/** Null if the sender left neither an address nor a number. */
export async function loadContactLink(leadId: string, locale: Locale): Promise<ContactLink | null> {
  const contact = await findContactOfLead(leadId);
  if (!contact) return null;
  const { id, leads } = contact;
  const text =
    leads === 1 ? m.contact_open_one({}, { locale }) : m.contact_open({ count: leads }, { locale });
  return { path: paths.staffContact(id), text };
}

/** Its kind, when it came, the language and the reference, in one line. */
export function describeLead(lead: Lead, at: Date, locale: Locale): string {
  const time = formatDateTime(lead.receivedAt, locale);
  const ago = formatTimeAgo(lead.receivedAt, at, locale);
  const language = languageWord(lead.locale, locale);
  const from = describeSource(lead, locale);
  return [
    kindWord(lead.kind, locale),
    m.staff_received({ time, ago }, { locale }),
    m.staff_prefers_language({ language }, { locale }),
    from && m.inbox_came_by({ from }, { locale }),
    lead.reference,
  ]
    .filter(Boolean)
    .join(" · ");
}

export function viewPhone(lead: Lead, locale: Locale): LeadPhone | null {
  if (!lead.phone) return null;
  return {
    number: lead.phone,
    text: formatPhone(lead.phone, locale),
    isVerified: lead.phoneVerifiedAt !== null,
    stateText: describePhone(lead, locale),
  };
}

function describePhone(lead: Lead, locale: Locale): string {
  if (lead.phoneVerifiedAt !== null) return m.staff_phone_verified({}, { locale });
  // The form asks for a verified phone number, but was accepted without one.
  return (isPhoneAwaited(lead) ? m.staff_phone_not_yet : m.staff_phone_not_verified)(
    {},
    { locale },
  );
}

export function viewEmail(lead: Lead): LeadEmail | null {
  if (!lead.email) return null;
  return {
    address: lead.email,
    href: mailTo(lead.email, lead),
    isConfirmed: lead.emailConfirmedAt !== null,
  };
}

/**
 * A `mailto:` link to the person, with the subject in their language, not in the staff member's.
 */
function mailTo(address: string, lead: { locale: string; reference: string }): string {
  const locale = isLocale(lead.locale) ? lead.locale : "en";
  const subject = m.staff_mail_subject({ site: site.name, reference: lead.reference }, { locale });
  return `mailto:${encodeURIComponent(address).replaceAll("%40", "@")}?subject=${encodeURIComponent(subject)}`;
}
