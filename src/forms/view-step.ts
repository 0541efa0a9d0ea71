import type { FormDeclaration, Step } from "./define-form.ts";
import { answerRows } from "./answer-rows.ts";
import { describeFieldErrors } from "./field-error.ts";
import type { Answers, Translate } from "./questions/question-kind.ts";
import { dropUnaskedAnswers, stepBefore, stepPath, listVisibleSteps } from "./steps.ts";
import { type FormViewInput, viewErrors, viewQuestions } from "./view-form.ts";
import type { HiddenField, StepView, Summary } from "./view-model.ts";
import { rawValue } from "./questions/raw-fields.ts";
import { questionKey, stepKey, titleQuestion } from "./words.ts";

export interface StepViewInput<
  Form extends FormDeclaration = FormDeclaration,
> extends FormViewInput<Form> {
  /** Puts a language-neutral path into the page's language: `/budget` to `/fr/budget`. */
  readonly href: (path: string) => string;
  readonly submissionId: string;
  /** Slug of the step to return to, when the person came by a Change link. */
  readonly returnTo?: string;
}

/** One step of a form as plain data for its page, translated. */
export function viewStep<Form extends FormDeclaration>(
  form: Form,
  slug: string,
  input: StepViewInput<Form>,
): StepView {
  const situation = { ...input, answers: dropUnaskedAnswers(form, input.answers) };
  const { answers, translate, href, submissionId } = situation;
  const steps = listVisibleSteps(form, answers);
  const at = steps.findIndex((each) => each.slug === slug);
  const step = steps[at];
  if (!step) throw new Error(`Form "${form.name}" does not ask step "${slug}".`);
  const isLast = at === steps.length - 1;
  const before = stepBefore(form, slug, answers);
  const fieldErrors = (input.fieldErrors ?? []).filter((fieldError) => fieldError.step === slug);
  const title = stepTitle(form, step, translate);
  const formTitle = step.untitled ? "" : translate(`${form.messagePrefix}_title`);
  const progressText = translate("forms_progress", { number: at + 1, count: steps.length });
  const documentTitle = steps.length > 1 ? `${title} – ${formTitle} – ${progressText}` : title;
  return {
    form: form.name,
    formTitle,
    locale: situation.locale,
    slug,
    documentTitle:
      fieldErrors.length > 0
        ? translate("forms_error_title", { title: documentTitle })
        : documentTitle,
    title,
    titleIs: step.titleIsLegend ? "legend" : titleQuestion(step) ? "label" : "heading",
    hint: step.hint && translate(stepKey(form, step, "hint")),
    stepNumber: at + 1,
    stepCount: steps.length,
    progressText,
    minutesLeftText: minutesLeft(step, translate),
    action: href(stepPath(form, slug)) + returnQuery(situation.returnTo),
    hidden: [...hiddenFields(form, submissionId), ...hiddenAnswerFields(step, situation)],
    submissionId,
    questions: viewQuestions(form, step, situation),
    errorSummary: viewErrors(describeFieldErrors(form, fieldErrors, situation)),
    summary: summary(form, step, situation),
    backHref: before && href(stepPath(form, before.slug)),
    backLabel: translate(form.backIsPrevious ? "forms_previous" : "forms_back"),
    nextLabel: translate(isLast ? "forms_submit" : "forms_next"),
    isLast,
  };
}

export function stepTitle(form: FormDeclaration, step: Step, translate: Translate): string {
  if (step.untitled) return "";
  const question = titleQuestion(step);
  return translate(question ? questionKey(form, question, "label") : stepKey(form, step, "title"));
}

export function returnQuery(returnTo: string | undefined): string {
  return returnTo === undefined ? "" : `?return=${encodeURIComponent(returnTo)}`;
}

function minutesLeft(step: Step, translate: Translate): string | undefined {
  if (step.minutesLeft === undefined) return undefined;
  return step.minutesLeft === 1
    ? translate("forms_minute_left")
    : translate("forms_minutes_left", { minutes: step.minutesLeft });
}

/** A line for each earlier or later answer, with a way to change it and to come back to this step. */
function summary(
  form: FormDeclaration,
  current: Step,
  situation: { readonly answers: Answers } & Pick<StepViewInput, "locale" | "translate" | "href">,
): Summary {
  const { answers, translate, href } = situation;
  const rows = answerRows(form, answers, situation)
    .filter((row) => row.step !== current.slug && !isHiddenQuestion(form, row.key))
    .map(({ key, step, name, value }) => ({
      key,
      name,
      value,
      changeHref: href(stepPath(form, step)) + returnQuery(current.slug),
      changeLabel: translate("forms_change"),
      changeName: translate("forms_change_named", { name }),
    }));
  return { heading: translate("forms_summary_heading"), rows };
}

/** The hidden fields of a step. A page of all steps renders them itself. */
function hiddenAnswerFields(
  step: Step,
  { answers, typed, isOnePage }: Pick<StepViewInput, "answers" | "typed" | "isOnePage">,
): readonly HiddenField[] {
  if (isOnePage) return [];
  return step.questions.flatMap(({ name, isHidden }) => {
    const answer = answers[name];
    const value = (typed && rawValue(typed, name)) || (typeof answer === "string" ? answer : "");
    return isHidden && value ? [{ name, value }] : [];
  });
}

/** A hidden question is not listed, because the page shows it in its own way. */
function isHiddenQuestion(form: FormDeclaration, name: string): boolean {
  return form.steps.some(({ questions }) =>
    questions.some((question) => question.name === name && question.isHidden === true),
  );
}

/** Identifies the submission, so that a repeated post is recognised and finds its draft. */
function hiddenFields(form: FormDeclaration, submissionId: string): readonly HiddenField[] {
  const fields = { submissionId, ...(form.formname && { formname: form.formname }) };
  return Object.entries(fields).map(([name, value]) => ({ name, value }));
}
