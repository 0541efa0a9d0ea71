/**
 * What a consent is for, one row a purpose; marketing is never required (CASL). Terms that were
 * accepted are kept the same way: their words have to be proved as well.
 */
export const CONSENT_PURPOSES = [
  "share_with_dealership",
  "contact_about_request",
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
  locale: string;
  /** Where it was given, such as `web:pre-approval/qualified`. */
  channel: string;
  givenAt: Date;
};

export function isConsentPurpose(value: string): value is ConsentPurpose {
  return CONSENT_PURPOSES.some((purpose) => purpose === value);
}
