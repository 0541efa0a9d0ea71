import type { GivenConsent } from "#backoffice/consent/consent.ts";
import { m } from "#messages/messages.js";
import type { Locale } from "#vocabulary/locale.ts";

/** Raised with every change of the words. */
const VERSION = 1;

/** The consent beside the choice, exactly as its box says it. */
export function shareConsentText(locale: Locale): string {
  return m.sale_share_consent({}, { locale });
}

export function shareConsent(locale: Locale, givenAt: Date): GivenConsent {
  return {
    purpose: "share_with_dealership",
    text: shareConsentText(locale),
    textVersion: VERSION,
    locale,
    channel: "web: sell-car, page of the request, checkbox beside the choice",
    givenAt,
  };
}
