import { answerRows } from "#forms/answer-rows.ts";
import { stepPath } from "#forms/steps.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import type { StepView, SummaryRow } from "#forms/view-model.ts";
import { translateIn } from "#forms/translate.server.ts";
import { returnQuery, stepTitle } from "#forms/view-step.ts";
import { hrefIn } from "#ui/locale-href.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { type MarketingBox, marketingBoxes } from "#domain/lead/consent.ts";
import {
  type RequestPhoto,
  listRequestPhotos,
} from "#domain/sell-request/request-photos.server.ts";
import { sellCarForm } from "#domain/sell-request/sell-car.form.ts";

export const REVIEW_STEP = "review";

/** What stands on step 7 beside its one box. */
export type Review = {
  sections: readonly { slug: string; title: string; rows: readonly SummaryRow[] }[];
  marketing: readonly MarketingBox[];
  photos: readonly RequestPhoto[];
};

/** All answers by the step that asked for them, each with its way to change it and to come back. */
export async function reviewOf(
  answers: Answers,
  draftId: string,
  { locale }: Visitor,
): Promise<Review> {
  const translate = translateIn(locale);
  const rows = answerRows(sellCarForm, answers, { locale, translate });
  const sections = sellCarForm.steps
    .filter(({ slug }) => slug !== REVIEW_STEP)
    .map((step) => ({
      slug: step.slug,
      title: stepTitle(sellCarForm, step, translate),
      rows: rows
        .filter((row) => row.step === step.slug)
        .map(({ key, name, value }) => ({
          key,
          name,
          value,
          changeHref: hrefIn(stepPath(sellCarForm, step.slug), locale) + returnQuery(REVIEW_STEP),
          changeLabel: translate("forms_change"),
          changeName: translate("forms_change_named", { name }),
        })),
    }));
  const photos = draftId === "" ? [] : await listRequestPhotos(draftId);
  return { sections, marketing: marketingBoxes(locale), photos };
}

/** The terms were accepted on the way: the form says so by itself, and asks no second time. */
export function withTermsAccepted(view: StepView): StepView {
  const isTerms = ({ name }: { name: string }) => name === "termsAccepted";
  return {
    ...view,
    hidden: [...view.hidden, { name: "termsAccepted", value: "yes" }],
    questions: view.questions.filter((question) => !isTerms(question)),
  };
}
