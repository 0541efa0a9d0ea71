import { redirect, type RouterContextProvider } from "react-router";
import { findDraft } from "#domain/draft/draft.server.ts";
import { isReachable } from "#forms/steps.ts";
import type { StepView } from "#forms/view-model.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { paths } from "#site/paths.ts";
import { type Visitor, visitorOf } from "#platform/request/visitor.server.ts";
import { openStep } from "#pages/public/form-journey/step.server.ts";
import { REVIEW_STEP } from "#pages/public/sell-car/review.server.ts";
import { CONTACT_STEP } from "#pages/public/sell-car/sell-car-step.server.ts";
import { sellCarForm } from "#domain/sell-request/sell-car.form.ts";
import { acceptTerms } from "#domain/sell-request/terms/accepted-terms.server.ts";
import { type TermsSection, termsSections } from "#domain/sell-request/terms/terms.ts";

type Args = { context: Readonly<RouterContextProvider> };

export type TermsPage = {
  sections: readonly TermsSection[];
  /** Step 6, over which they stand; null for who only reads them. */
  step: StepView | null;
  cancelHref: string;
};

/** The terms, for everybody to read; to accept for who answered the six steps before. */
export async function openTermsPage({ context }: Args): Promise<TermsPage> {
  const visitor = visitorOf(context);
  const { locale } = visitor;
  const sections = termsSections(locale);
  if (!(await hasAnsweredAll(visitor)))
    return { sections, step: null, cancelHref: hrefIn(paths.sellCar(), locale) };
  const place = await openStep(sellCarForm, { slug: CONTACT_STEP, returnTo: null, visitor });
  return {
    sections,
    step: place.at === "step" ? place.view : null,
    cancelHref: hrefIn(paths.sellCarStep(CONTACT_STEP), locale),
  };
}

/** "Accept & Continue": on to step 7, or to what is still to be answered. */
export async function acceptTermsPage({ context }: Args): Promise<never> {
  const visitor = visitorOf(context);
  if (await hasAnsweredAll(visitor)) await acceptTerms(visitor);
  throw redirect(hrefIn(paths.sellCarStep(REVIEW_STEP), visitor.locale), 303);
}

async function hasAnsweredAll({ visitorHash }: Visitor): Promise<boolean> {
  const draft = await findDraft(visitorHash, sellCarForm);
  return (
    draft !== null &&
    draft.sentReference === null &&
    isReachable(sellCarForm, REVIEW_STEP, draft.answers)
  );
}
