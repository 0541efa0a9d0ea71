import type { ConsentInput } from "#domain/lead/consent.ts";
import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";

/** Raise it with every change of the text. */
const VERSION = 4;

/** The consent that dealerships see a request, exactly as the page's checkbox says it. */
export function shareConsentText(locale: Locale): string {
  return m.sale_share_consent({}, { locale });
}

/** The same as the form asks it: the question, and the text of the answer "yes". */
function sharedByAnswer(locale: Locale): string {
  const question = m.sell_car_form_share_with_dealerships_label({}, { locale });
  const answer = m.sell_car_form_share_with_dealerships_option_yes({}, { locale });
  return `${question}\n${answer}`;
}

const CHANNEL = {
  question: "web: sell-car, question about offers, yes",
  request_page: "web: sell-car, page of the request, checkbox beside the choice",
} as const;

export function shareConsent(
  locale: Locale,
  { at, givenAt }: { at: keyof typeof CHANNEL; givenAt: Date },
): ConsentInput {
  return {
    purpose: "share_with_dealership",
    text: at === "question" ? sharedByAnswer(locale) : shareConsentText(locale),
    textVersion: VERSION,
    locale,
    channel: CHANNEL[at],
    givenAt,
  };
}
