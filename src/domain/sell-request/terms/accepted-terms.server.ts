import type { GivenConsent } from "#domain/lead/consent.ts";
import { changeDraft, type Draft, type DraftConsent } from "#domain/draft/draft.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { LOCALES, type Locale } from "#values/locale.ts";
import { sellCarForm } from "#domain/sell-request/sell-car.form.ts";
import { TERMS_PURPOSE, TERMS_VERSION, termsText } from "./terms.ts";

/** "Accept & Continue": the draft keeps which words were accepted, in which language and when. */
export async function acceptTerms({ visitorHash, locale }: Visitor): Promise<void> {
  const given = { text: termsText(locale), locale, givenAt: now().toISOString() };
  await changeDraft(visitorHash, sellCarForm, async (draft, keep) => {
    if (!draft || draft.sentReference) return;
    const others = draft.consents.filter(({ purpose }) => purpose !== TERMS_PURPOSE);
    const consents = [...others, { purpose: TERMS_PURPOSE, ...given }];
    await keep({ answers: draft.answers, consents });
  });
}

/** Words that changed since were not accepted. */
export function hasAcceptedTerms(draft: Pick<Draft, "consents"> | null): boolean {
  const given = acceptance(draft);
  return LOCALES.some((locale) => given?.locale === locale && given.text === termsText(locale));
}

/**
 * The acceptance to store with a submission: as the draft remembers it, or that of a post whose own
 * `termsAccepted=yes` is all there is: it never saw our pages, or the words changed since it did.
 */
export function termsConsent(
  draft: Pick<Draft, "consents"> | null,
  { locale, at }: { locale: Locale; at: Date },
): GivenConsent {
  const given = hasAcceptedTerms(draft) ? acceptance(draft) : undefined;
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
