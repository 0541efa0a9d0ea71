import type { GivenConsent } from "./consent.ts";
import { m } from "#messages/messages.js";
import { type RawFields, rawValue } from "#forms/questions/raw-fields.ts";
import type { Locale } from "#values/locale.ts";

/** Unticked boxes beside the last step, one a purpose, never required (CASL s. 6 and 10). */
export const MARKETING_CONSENTS = [
  { control: "marketingEmail", purpose: "marketing_email", version: 1 },
  { control: "marketingSms", purpose: "marketing_sms", version: 1 },
] as const;

export type MarketingPurpose = (typeof MARKETING_CONSENTS)[number]["purpose"];

export type MarketingBox = { control: string; text: string; isTicked: boolean };

/** The words beside the box, which are also what is stored. */
export function marketingConsentText(purpose: MarketingPurpose, locale: Locale): string {
  return purpose === "marketing_email"
    ? m.form_journey_marketing_email({}, { locale })
    : m.form_journey_marketing_sms({}, { locale });
}

/** The boxes as a page draws them, ticked where the post or the address's query says so. */
export function marketingBoxes(locale: Locale, typed?: RawFields): MarketingBox[] {
  return MARKETING_CONSENTS.map(({ control, purpose }) => ({
    control,
    text: marketingConsentText(purpose, locale),
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
      text: marketingConsentText(purpose, locale),
      textVersion: version,
      locale,
      channel: `web: ${form}, last step, checkbox`,
      givenAt,
    }),
  );
}
