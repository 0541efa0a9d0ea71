import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";
import { isSource, type LeadSource, type Source } from "#values/lead-source.ts";

const WORDS: Record<Source, (_: object, in_: { locale: Locale }) => string> = {
  direct: m.inbox_source_direct,
  search: m.inbox_source_search,
  social: m.inbox_source_social,
  ad: m.inbox_source_ad,
  email: m.inbox_source_email,
  partner: m.inbox_source_partner,
  site: m.inbox_source_site,
  phone: m.inbox_source_phone,
  walk_in: m.inbox_source_walk_in,
  event: m.inbox_source_event,
  referral: m.inbox_source_referral,
  other: m.inbox_source_other,
};

/** A code that a newer release stored is shown as it is. */
export function sourceWord(code: string, locale: Locale): string {
  return isSource(code) ? WORDS[code]({}, { locale }) : code;
}

/** "Ad (summer-2026, facebook, cpc)"; null if it is not known. */
export function describeSource(from: LeadSource, locale: Locale): string | null {
  if (!from.source) return null;
  const tags = [from.campaign, from.campaignSource, from.campaignMedium].filter(Boolean);
  const word = sourceWord(from.source, locale);
  return tags.length > 0 ? `${word} (${tags.join(", ")})` : word;
}
