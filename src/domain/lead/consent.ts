import { m } from "#messages/messages.js";
import { type RawFields, rawValue } from "#forms/questions/raw-fields.ts";
import type { Locale } from "#values/locale.ts";

/**
 * What a consent is for, one row a purpose; marketing is never required (CASL). Terms that were
 * accepted are kept the same way: their words have to be proved as well.
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
  dealershipId?: string | null;
  givenAt: Date;
};

/** Unticked boxes beside the last step, one a purpose, never required (CASL s. 6 and 10). */
export const MARKETING_CONSENTS = [
  { control: "marketingEmail", purpose: "marketing_email", version: 1 },
  { control: "marketingSms", purpose: "marketing_sms", version: 1 },
] as const;

type MarketingPurpose = (typeof MARKETING_CONSENTS)[number]["purpose"];

export type MarketingBox = { control: string; text: string; isTicked: boolean };

/** The words beside the box, which are also what is stored. */
function buildMarketingConsentText(purpose: MarketingPurpose, locale: Locale): string {
  return purpose === "marketing_email"
    ? m.form_journey_marketing_email({}, { locale })
    : m.form_journey_marketing_sms({}, { locale });
}

/** The boxes as a page draws them, ticked where the post or the address's query says so. */
export function marketingBoxes(locale: Locale, typed?: RawFields): MarketingBox[] {
  return MARKETING_CONSENTS.map(({ control, purpose }) => ({
    control,
    text: buildMarketingConsentText(purpose, locale),
    isTicked: typed !== undefined && rawValue(typed, control) === "yes",
  }));
}

/** What a post ticked, as consents to store. `form` names where the boxes stood. */
export function marketingConsents(
  raw: RawFields,
  { locale, form, givenAt }: { locale: Locale; form: string; givenAt: Date },
): GivenConsent[] {
  return MARKETING_CONSENTS.filter(({ control }) => rawValue(raw, control) === "yes").map(
    ({ purpose, version }) => ({
      purpose,
      text: buildMarketingConsentText(purpose, locale),
      textVersion: version,
      locale,
      channel: `web: ${form}, last step, checkbox`,
      givenAt,
    }),
  );
}
