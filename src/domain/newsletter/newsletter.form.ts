import { definePageForm } from "#forms/define-form.ts";
import { m } from "#messages/messages.js";
import { addressLine, site } from "#site/site.ts";
import type { Locale } from "#values/locale.ts";

/** The newsletter's one field, on the blog and on a page of its own. */
export const newsletterForm = definePageForm({
  name: "newsletter",
  messagePrefix: "newsletter",
  questions: [{ kind: "email", name: "email", autocomplete: "email" }],
});

/** Goes up with every change of the words below. */
export const NEWSLETTER_CONSENT_VERSION = 3;

/** What a subscriber agrees to: who writes, from where, what about, and that it can be ended
 * (CASL s. 10(1), SOR/2012-36 s. 4). */
export function newsletterConsentText(locale: Locale): string {
  return m.newsletter_consent(
    { company: site.legalName, address: addressLine(), email: site.email },
    { locale },
  );
}
