import type { Locale } from "#values/locale.ts";

/**
 * The purposes of consents. Accepted terms are stored the same way, since their words must be
 * provable too. We no longer ask for consent to marketing (docs/decisions/0004); earlier consents
 * stay on record.
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

/** Accepting terms is not a permission that could be withdrawn. */
export const TERMS_PURPOSES = [
  "sell_car_terms",
  "site_terms",
  "dealer_terms",
] as const satisfies ConsentPurpose[];

export function isTermsPurpose(purpose: string): boolean {
  return TERMS_PURPOSES.some((each) => each === purpose);
}

/**
 * The words of a consent as a list shows them. The terms of the site fill a page, so only their
 * name and version are shown; the proof and the copy of a person's data contain the whole text.
 */
export function shortenConsent({ purpose, text }: { purpose: string; text: string }): string {
  const isLong = purpose === "site_terms" || purpose === "dealer_terms";
  return isLong ? (text.split("\n", 1)[0] ?? text) : text;
}

/**
 * A consent as given: the exact words that the person saw, their language, and when and how it was
 * given.
 */
export type ConsentInput = {
  purpose: ConsentPurpose;
  text: string;
  textVersion: number;
  locale: Locale;
  /** Where it was given, such as `web:pre-approval/qualified`. */
  channel: string;
  /** The dealership that the words name, if any: no other one may receive what is shared. */
  dealershipId?: string | null | undefined;
  givenAt: Date;
};
