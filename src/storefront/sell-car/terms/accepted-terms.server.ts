import type { GivenConsent } from "#backoffice/consent/consent.ts";
import {
  type Draft,
  type DraftConsent,
  findDraft,
  saveDraft,
} from "#backoffice/submission/draft.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { LOCALES, type Locale } from "#vocabulary/locale.ts";
import { sellCarForm } from "../sell-car.form.ts";
import { TERMS_PURPOSE, TERMS_VERSION, termsText } from "./terms.ts";

/** "Accept & Continue": the draft keeps which words were accepted, in which language and when. */
export async function acceptTerms({ visitorHash, locale }: Visitor): Promise<void> {
  const draft = await findDraft(visitorHash, sellCarForm);
  if (!draft || draft.sentReference) return;
  const given = { text: termsText(locale), locale, givenAt: now().toISOString() };
  const others = draft.consents.filter(({ purpose }) => purpose !== TERMS_PURPOSE);
  await saveDraft(visitorHash, sellCarForm, {
    answers: draft.answers,
    consents: [...others, { purpose: TERMS_PURPOSE, ...given }],
  });
}

/** Words that changed since were not accepted. */
export function hasAcceptedTerms(draft: Pick<Draft, "consents"> | null): boolean {
  const given = acceptance(draft);
  return LOCALES.some((locale) => given?.locale === locale && given.text === termsText(locale));
}

/**
 * The acceptance to store with a submission: as the draft remembers it, or that of a post which said
 * `termsAccepted=yes` without ever having seen our pages.
 */
export function termsConsent(
  draft: Pick<Draft, "consents"> | null,
  { locale, at }: { locale: Locale; at: Date },
): GivenConsent {
  const given = acceptance(draft);
  return {
    purpose: TERMS_PURPOSE,
    text: given?.text ?? termsText(locale),
    textVersion: TERMS_VERSION,
    locale: given?.locale ?? locale,
    channel: given ? "web: sell-car, terms, Accept & Continue" : "post: sell-car, termsAccepted",
    givenAt: given ? new Date(given.givenAt) : at,
  };
}

function acceptance(draft: Pick<Draft, "consents"> | null): DraftConsent | undefined {
  return draft?.consents.find(({ purpose }) => purpose === TERMS_PURPOSE);
}
