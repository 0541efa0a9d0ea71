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
  "site_terms",
  "dealer_terms",
] as const;
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];

/** Terms that were accepted are no permission that could be taken back. */
export const TERMS_PURPOSES = [
  "sell_car_terms",
  "site_terms",
  "dealer_terms",
] as const satisfies ConsentPurpose[];

export function isTermsPurpose(purpose: string): boolean {
  return TERMS_PURPOSES.some((each) => each === purpose);
}

/**
 * The words of a consent as a list of several shows them. Of the terms of the site, which fill a page,
 * it is their name and version; the proof and the copy of one's data have them whole.
 */
export function shortenConsent({ purpose, text }: { purpose: string; text: string }): string {
  const isLong = purpose === "site_terms" || purpose === "dealer_terms";
  return isLong ? (text.split("\n", 1)[0] ?? text) : text;
}

/** A consent as given: the exact words the person saw, in which language, when and how. */
export type ConsentInput = {
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
