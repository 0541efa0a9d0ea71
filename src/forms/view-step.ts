import type { Locale } from "#values/locale.ts";
import type { AnswersOf, FormDeclaration, Step } from "./define-form.ts";
import { answersAsked, isAsked, stepBefore, stepPath, stepsAsked } from "./steps.ts";
import { kindOf, type Question } from "./questions/kinds.ts";
import { questionKey, stepKey, titleQuestion, wordsFor } from "./words.ts";
import { type FieldError, fieldErrorText } from "./field-error.ts";
import type { Answers, Translate } from "./questions/question-kind.ts";
import { type RawFields, controlCharacters, rawFields } from "./questions/raw-fields.ts";
import { keepsUnseen } from "./read-form.ts";
import { answerRows } from "./answer-rows.ts";
import type { ErrorSummary, HiddenField, StepView, Summary, QuestionView } from "./view-model.ts";

export interface StepSituation<Form extends FormDeclaration = FormDeclaration> {
  readonly answers: AnswersOf<Form>;
  /** The refused post, so that everything typed is kept. */
  readonly typed?: RawFields;
  readonly fieldErrors?: readonly FieldError[];
  readonly locale: Locale;
  readonly translate: Translate;
  /** `YYYY-MM-DD`, where the business is. */
  readonly today: string;
  /** Puts a language-neutral path into the page's language: `/budget` to `/fr/budget`. */
  readonly href: (path: string) => string;
  readonly submissionId: string;
  /** Slug of the step to return to, when the person came by a Change link. */
  readonly returnTo?: string;
}

/** One step of a form as plain data for its page, every word finished. */
export function viewStep<Form extends FormDeclaration>(
  form: Form,
  slug: string,
  given: StepSituation<Form>,
): StepView {
  const situation = { ...given, answers: answersAsked(form, given.answers as Answers) };
  const { answers, translate, href, submissionId } = situation;
  const steps = stepsAsked(form, answers);
  const at = steps.findIndex((each) => each.slug === slug);
  const step = steps[at];
  if (!step) throw new Error(`Form "${form.name}" does not ask step "${slug}".`);
  const isLast = at === steps.length - 1;
  const before = stepBefore(form, slug, answers);
  const fieldErrors = (given.fieldErrors ?? []).filter((fieldError) => fieldError.step === slug);
  const title = stepTitle(form, step, translate);
  const formTitle = translate(`${form.messagePrefix}_title`);
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
    hidden: hiddenFields(form, isLast ? step : undefined, answers, submissionId),
    submissionId,
    questions: step.questions
      .filter((question) => isAsked(question, answers) || dependsOnSameStep(step, question.name))
      .map((question) => viewQuestion(form, step, question, situation)),
    errorSummary: errorSummary(form, step, fieldErrors, situation),
    summary: summary(form, step, situation),
    backHref: before && href(stepPath(form, before.slug)),
    backLabel: translate("forms_back"),
    nextLabel: translate(isLast ? "forms_submit" : "forms_next"),
    isLast,
  };
}

/** Without JavaScript such a question stands there with its hint, and the server decides. */
function dependsOnSameStep(step: Step, name: string): boolean {
  const question = step.questions.find((each) => each.name === name);
  const condition = question?.askedWhen;
  return (
    condition !== undefined &&
    "is" in condition &&
    step.questions.some((each) => each.name === condition.question)
  );
}

export function stepTitle(form: FormDeclaration, step: Step, translate: Translate): string {
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
  situation: { readonly answers: Answers } & Pick<StepSituation, "locale" | "translate" | "href">,
): Summary {
  const { answers, translate, href } = situation;
  const rows = answerRows(form, answers, situation)
    .filter((row) => row.step !== current.slug)
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

function errorSummary(
  form: FormDeclaration,
  step: Step,
  fieldErrors: readonly FieldError[],
  words: { readonly translate: Translate; readonly locale: Locale },
): ErrorSummary | undefined {
  if (fieldErrors.length === 0) return undefined;
  const items = fieldErrors.flatMap((fieldError) => {
    const question = step.questions.find(({ name }) => name === fieldError.question);
    return question
      ? [
          {
            href: `#${fieldError.control}`,
            text: fieldErrorText(form, question, fieldError, words),
          },
        ]
      : [];
  });
  return { heading: words.translate("forms_error_heading"), items };
}

/**
 * The last step's form carries every earlier answer, so that one post holds the whole form as
 * SPEC.md §7 has it. Sealed answers that no page repeats stay on the server.
 */
function hiddenFields(
  form: FormDeclaration,
  lastStep: Step | undefined,
  answers: Answers,
  submissionId: string,
): readonly HiddenField[] {
  const fixed = { submissionId, ...(form.formname && { formname: form.formname }) };
  const earlier = lastStep
    ? form.steps.filter((step) => step !== lastStep).flatMap((step) => step.questions)
    : [];
  const carried = earlier.flatMap((question) => {
    const answer = answers[question.name];
    if (answer === undefined || keepsUnseen(question)) return [];
    return Object.entries(kindOf(question).write(answer, question));
  });
  return [...Object.entries(fixed), ...carried].map(([name, value]) => ({ name, value }));
}

interface Situation {
  readonly answers: Answers;
  readonly typed?: RawFields;
  readonly fieldErrors?: readonly FieldError[];
  readonly locale: Locale;
  readonly translate: Translate;
  readonly today: string;
}

/** One question as its page draws it: with what was typed, else with the answer, else empty. */
export function viewQuestion(
  form: FormDeclaration,
  step: Step,
  question: Question,
  situation: Situation,
): QuestionView {
  const { answers, translate } = situation;
  const { name } = question;
  const kind = kindOf(question);
  const words = wordsFor(form, question, situation);
  const answer = answers[name];
  const unseen = answer !== undefined && keepsUnseen(question);
  const written =
    answer !== undefined && !unseen ? rawFields(kind.write(answer, question)) : new Map();
  const typed = situation.typed ? displayable(situation.typed) : written;
  const fieldError = situation.fieldErrors?.find((each) => each.question === name);
  const condition = question.askedWhen;
  const control = kind.view(question, typed, words, situation.today);
  return {
    name,
    id: kind.controls(question)[0] ?? name,
    label: translate(questionKey(form, name, "label")),
    labelIsTitle: titleQuestion(step) === name,
    hint: question.hint && translate(questionKey(form, name, "hint")),
    optionalText: question.optional && translate("forms_optional"),
    error: fieldError && fieldErrorText(form, question, fieldError, situation),
    errorId: fieldError?.control,
    describedBy:
      [question.hint && `${name}-hint`, fieldError && `${name}-error`].filter(Boolean).join(" ") ||
      undefined,
    required: !question.optional && !unseen,
    showWhen:
      condition &&
      "is" in condition &&
      step.questions.some((each) => each.name === condition.question)
        ? { name: condition.question, values: condition.is }
        : undefined,
    row: question.row,
    keptText: unseen
      ? translate("forms_kept", { value: kind.show(answer, question, words) })
      : undefined,
    ...control,
  };
}

/** Everything typed is shown again, but for characters that no HTML page may hold. */
function displayable(typed: RawFields): RawFields {
  const every = new RegExp(controlCharacters.source, "gu");
  return new Map(
    [...typed].map(([name, values]) => [name, values.map((value) => value.replace(every, ""))]),
  );
}
