import type { Gate } from "#forms/gates.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import type { Locale } from "#values/locale.ts";

/** Raise it with every change of the text below. */
export const TERMS_VERSION = 4;

/** The purpose's name in drafts and consents. */
export const TERMS_PURPOSE = "sell_car_terms";

/** `links`: parts of the text that are links, in the text's order. */
export type TermsSection = {
  title: string;
  text: string;
  links?: readonly { words: string; to: string }[];
};

/** The six sections of SPEC.md §2, in its order. */
export function termsSections(locale: Locale): TermsSection[] {
  const options = { locale };
  const { email, name } = site;
  const mail = { words: email, to: `mailto:${email}` };
  const privacy = { words: m.sell_car_terms_privacy_words({}, options), to: paths.privacy() };
  return [
    {
      title: m.sell_car_terms_agreement_title({}, options),
      text: m.sell_car_terms_agreement_text({ name }, options),
      links: [{ words: m.sell_car_terms_terms_words({}, options), to: paths.terms() }],
    },
    {
      title: m.sell_car_terms_privacy_title({}, options),
      text: m.sell_car_terms_privacy_text({ email }, options),
      links: [privacy, mail],
    },
    {
      title: m.sell_car_terms_accuracy_title({}, options),
      text: m.sell_car_terms_accuracy_text({}, options),
    },
    {
      title: m.sell_car_terms_verification_title({}, options),
      text: m.sell_car_terms_verification_text({}, options),
    },
    {
      title: m.sell_car_terms_communication_title({}, options),
      text: m.sell_car_terms_communication_text({ email }, options),
      links: [mail],
    },
    {
      title: m.sell_car_terms_data_title({}, options),
      text: m.sell_car_terms_data_text({}, options),
      links: [privacy],
    },
  ];
}

/** The whole text as shown: what an acceptance stores and proves by its hash. */
export function termsText(locale: Locale): string {
  const sections = termsSections(locale).map(({ title, text }) => `${title}\n${text}`);
  return [m.sell_car_terms_title({}, { locale }), ...sections].join("\n\n");
}

/** The terms modal on the way to step 7 (SPEC.md §4). */
export const TERMS_GATE = {
  name: "terms",
  before: "review",
  isPublic: true,
  until: { agreedTo: [TERMS_PURPOSE], words: termsText, version: TERMS_VERSION },
  offers: ["contract_language"],
  // The province determines the language in which the terms come first.
  dependsOn: ["province"],
  answers: "termsAccepted",
} as const satisfies Gate;
