import { hrefIn } from "#ui/locale-href.ts";
import { changeDraft, findDraft } from "#domain/draft/draft.server.ts";
import { isReachable } from "#forms/steps.ts";
import type { PlaceAnswer } from "#forms/questions/question-kind.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { type NearbyCars, findNearbyCars } from "#domain/search/nearby-cars.server.ts";
import { isBudget, monthlyRange } from "#values/budget.ts";
import { isCreditBand } from "#values/credit-band.ts";
import { bodyTypeFromPreApproval } from "#values/vehicle.ts";
import { paths } from "#site/paths.ts";
import {
  type PreApprovalAnswers,
  preApprovalForm,
} from "#domain/pre-approval/pre-approval.form.ts";
import { qualifiedConsentText } from "#domain/pre-approval/qualified-consent.ts";

/** The step that opens the panel, and the one that Continue leads to. */
export const LOCATION_STEP = "location";
const STEP_AFTER_PANEL = "address-length";

export type QualifiedView = {
  /** As chosen: "Calgary, AB". */
  location: string;
  carType: string;
  consentText: string;
  matches: NearbyCars;
  backHref: string;
};

/**
 * What the qualified panel shows: a real search of the inventory by type, budget and place. Null
 * where the questions before it are not answered yet.
 */
export async function openQualified(visitor: Visitor): Promise<QualifiedView | null> {
  const draft = await findDraft(visitor.visitorHash, preApprovalForm);
  const answers: PreApprovalAnswers = draft?.answers ?? {};
  if (
    !draft ||
    draft.sentReference ||
    !isReachable(preApprovalForm, STEP_AFTER_PANEL, draft.answers)
  ) {
    return null;
  }
  const place = answers.vehicleLocation as PlaceAnswer;
  const bodyType = bodyTypeFromPreApproval(answers.carType ?? "");
  const { locale } = visitor;
  return {
    location: place.text,
    carType: answers.carType ?? "",
    consentText: qualifiedConsentText(locale),
    matches: await findNearbyCars({
      bodyType: bodyType ?? "sedan",
      budget: monthlyRange(isBudget(answers.budget) ? answers.budget : "over_600"),
      creditBand: isCreditBand(answers.creditRating) ? answers.creditRating : "none",
      provinceCode: place.province,
      lat: place.lat ?? null,
      lon: place.lon ?? null,
    }),
    backHref: hrefIn(paths.preApprovalStep(LOCATION_STEP), locale),
  };
}

/**
 * "Continue": writes down that the person read the consent text and agreed, in the words and the
 * language shown, and leads to step 12.
 */
export async function acceptQualified(visitor: Visitor): Promise<{ href: string }> {
  const { locale } = visitor;
  const text = qualifiedConsentText(locale);
  const given = { text, locale, givenAt: now().toISOString() };
  const isKept = await changeDraft(visitor.visitorHash, preApprovalForm, async (draft, keep) => {
    if (
      !draft ||
      draft.sentReference ||
      !isReachable(preApprovalForm, STEP_AFTER_PANEL, draft.answers)
    ) {
      return false;
    }
    await keep({
      answers: draft.answers,
      consents: [
        { purpose: "share_with_dealership", ...given },
        { purpose: "contact_about_request", ...given },
      ],
    });
    return true;
  });
  return {
    href: hrefIn(isKept ? paths.preApprovalStep(STEP_AFTER_PANEL) : paths.preApproval(), locale),
  };
}

/** Steps after the panel open only once its consent was given. */
export async function panelIsDue(visitor: Visitor, slug: string): Promise<boolean> {
  const draft = await findDraft(visitor.visitorHash, preApprovalForm);
  const slugs: readonly string[] = preApprovalForm.steps.map((step) => step.slug);
  return (
    slugs.indexOf(slug) >= slugs.indexOf(STEP_AFTER_PANEL) &&
    !draft?.consents.some(({ purpose }) => purpose === "share_with_dealership")
  );
}
