import { definePageForm } from "#forms/define-form.ts";
import { m } from "#messages/messages.js";
import { addressLine, site } from "#site/site.ts";
import type { Locale } from "#values/locale.ts";

/** The newsletter's only field, on the blog and on its own page. */
export const newsletterForm = definePageForm({
  name: "newsletter",
  messagePrefix: "newsletter",
  questions: [{ kind: "email", name: "email", autocomplete: "email" }],
});

/** Raise it with every change of the text below. */
export const NEWSLETTER_CONSENT_VERSION = 3;

/**
 * What a subscriber agrees to: who writes, from where, about what, and that they can unsubscribe
 * (CASL s. 10(1), SOR/2012-36 s. 4).
 */
export function newsletterConsentText(locale: Locale): string {
  return m.newsletter_consent(
    { company: site.legalName, address: addressLine(), email: site.email },
    { locale },
  );
}
