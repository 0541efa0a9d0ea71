import { m } from "#messages/messages.js";
import type { Locale } from "#vocabulary/locale.ts";

/** Unticked boxes beside the last step, one a purpose, never required (CASL s. 6 and 10). */
export const MARKETING_CONSENTS = [
  { control: "marketingEmail", purpose: "marketing_email", version: 1 },
  { control: "marketingSms", purpose: "marketing_sms", version: 1 },
] as const;

export type MarketingPurpose = (typeof MARKETING_CONSENTS)[number]["purpose"];

/** The words beside the box, which are also what is stored. */
export function marketingConsentText(purpose: MarketingPurpose, locale: Locale): string {
  return purpose === "marketing_email"
    ? m.pre_approval_marketing_email({}, { locale })
    : m.pre_approval_marketing_sms({}, { locale });
}
