import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";

/** Raised with every change of the panel's consent text. */
export const QUALIFIED_CONSENT_VERSION = 1;

/** The consent text of the qualified panel, exactly as shown; pressing Continue gives it. */
export function qualifiedConsentText(locale: Locale): string {
  return m.pre_approval_qualified_consent({}, { locale });
}
