import type { Locale } from "#values/locale.ts";

/**
 * What a consent is for, one row a purpose. Terms that were accepted are kept the same way: their words
 * have to be proved as well. Marketing is no longer asked for (docs/decisions/0004); what was agreed to
 * stays on record.
 */
export const CONSENT_PURPOSES = [
  "share_with_dealership",
  "contact_about_request",
  "credit_check",
  "contract_language",
  "marketing_email",
  "marketing_sms",
  "sell_car_terms",
] as const;
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];

/** A consent as given: the exact words the person saw, in which language, when and how. */
export type GivenConsent = {
  purpose: ConsentPurpose;
  text: string;
  textVersion: number;
  locale: Locale;
  /** Where it was given, such as `web:pre-approval/qualified`. */
  channel: string;
  /** The dealership that the words name, if they name one: nobody else may have what is shared. */
  dealershipId?: string | null | undefined;
  givenAt: Date;
};
