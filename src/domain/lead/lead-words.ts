import type { ConsentPurpose } from "./consent.ts";
import type { LeadKind } from "#values/lead-kind.ts";
import type { LeadStatus } from "./lead.ts";
import { m } from "#messages/messages.js";
import { formatPhone } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";

type Words<Code extends string> = Record<Code, (_: object, in_: { locale: Locale }) => string>;

const KINDS: Words<LeadKind> = {
  pre_approval: m.staff_kind_pre_approval,
  call_back: m.staff_kind_call_back,
  offer_request: m.staff_kind_offer_request,
  sell_car: m.staff_kind_sell_car,
  credit_application: m.staff_kind_credit_application,
  bid: m.staff_kind_bid,
};

const STATUSES: Words<LeadStatus> = {
  new: m.staff_status_new,
  contacted: m.staff_status_contacted,
  documents: m.staff_status_documents,
  lender: m.staff_status_lender,
  approved: m.staff_status_approved,
  delivered: m.staff_status_delivered,
  closed: m.staff_status_closed,
};

const PURPOSES: Words<ConsentPurpose> = {
  share_with_dealership: m.staff_consent_share_with_dealership,
  contact_about_request: m.staff_consent_contact_about_request,
  credit_check: m.staff_consent_credit_check,
  contract_language: m.staff_consent_contract_language,
  marketing_email: m.staff_consent_marketing_email,
  marketing_sms: m.staff_consent_marketing_sms,
  sell_car_terms: m.staff_consent_sell_car_terms,
  site_terms: m.staff_consent_site_terms,
  dealer_terms: m.staff_consent_dealer_terms,
};

const LANGUAGES: Words<Locale> = { en: m.staff_language_en, fr: m.staff_language_fr };

/** A code that a newer release stored is shown as it is, so that the page does not crash. */
function wordFor(words: Words<string>, code: string, locale: Locale): string {
  return words[code]?.({}, { locale }) ?? code;
}

export const kindWord = (code: string, locale: Locale) => wordFor(KINDS, code, locale);
export const statusWord = (code: string, locale: Locale) => wordFor(STATUSES, code, locale);
export const purposeWord = (code: string, locale: Locale) => wordFor(PURPOSES, code, locale);
export const languageWord = (code: string, locale: Locale) => wordFor(LANGUAGES, code, locale);

const CHANNELS: Words<"staff:phone" | "staff:in_person" | "staff:writing"> = {
  "staff:phone": m.staff_consent_by_phone,
  "staff:in_person": m.staff_consent_by_in_person,
  "staff:writing": m.staff_consent_by_writing,
};

/** How a consent was given; a page of the site is named as it is stored. */
export const channelWord = (channel: string, locale: Locale) => wordFor(CHANNELS, channel, locale);

type Named = { firstName: string; lastName: string; email: string | null; phone: string | null };

/**
 * The person's name. An offer request by VIN asks for none: then their contact, or a text that
 * there is none yet.
 */
export function formatLeadName(lead: Named, locale: Locale): string {
  const { firstName, lastName, email, phone } = lead;
  const name = `${firstName} ${lastName}`.trim() || email;
  return name || (phone && formatPhone(phone, locale)) || m.staff_no_contact({}, { locale });
}

/** "Calgary, AB", or the part of it that is known. */
export function formatLocation(lead: {
  city: string | null;
  provinceCode: string | null;
}): string | null {
  return [lead.city, lead.provinceCode].filter(Boolean).join(", ") || null;
}
