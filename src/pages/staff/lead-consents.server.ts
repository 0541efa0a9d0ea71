import { shortenConsent } from "#domain/lead/consent.ts";
import type { FoundLead } from "#domain/lead/lead-queries.server.ts";
import { channelWord, languageWord, purposeWord } from "#domain/lead/lead-words.ts";
import { m } from "#messages/messages.js";
import { formatDateTime } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";

export type ConsentView = {
  id: string;
  purpose: string;
  text: string;
  /** Language of the text, for its `lang` attribute. */
  lang: string;
  givenAt: string;
  withdrawn: string | null;
};

export function viewConsent(consent: FoundLead["consents"][number], locale: Locale): ConsentView {
  return {
    id: consent.id,
    purpose: purposeWord(consent.purpose, locale),
    text: shortenConsent(consent),
    lang: consent.locale,
    givenAt: m.staff_consent_given(
      {
        time: formatDateTime(consent.givenAt, locale),
        language: languageWord(consent.locale, locale),
        version: consent.textVersion,
        channel: channelWord(consent.channel, locale),
      },
      { locale },
    ),
    withdrawn: consent.withdrawnAt
      ? m.staff_consent_withdrawn({ time: formatDateTime(consent.withdrawnAt, locale) }, { locale })
      : null,
  };
}
