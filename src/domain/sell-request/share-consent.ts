import type { GivenConsent } from "#domain/lead/consent.ts";
import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";

/** Raised with every change of the words. */
const VERSION = 2;

/** The consent that dealerships see a request, exactly as its box says it wherever it is given. */
export function shareConsentText(locale: Locale): string {
  return m.sell_car_form_share_with_dealerships_label({}, { locale });
}

const CHANNEL = {
  last_step: "web: sell-car, last step, checkbox",
  request_page: "web: sell-car, page of the request, checkbox beside the choice",
} as const;

export function shareConsent(
  locale: Locale,
  { at, givenAt }: { at: keyof typeof CHANNEL; givenAt: Date },
): GivenConsent {
  return {
    purpose: "share_with_dealership",
    text: shareConsentText(locale),
    textVersion: VERSION,
    locale,
    channel: CHANNEL[at],
    givenAt,
  };
}
