import type { FormDeclaration } from "./define-form.ts";
import type { FieldErrorView } from "./view-model.ts";
import { kindOf, type Question } from "./questions/kinds.ts";
import { questionKey, questionName, wordsFor, mayStayBlank } from "./words.ts";
import type { FieldErrorParams, Translate } from "./questions/question-kind.ts";
import { formatNumber } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";

/** One error to correct: a normal state of a form, not an exception. */
export interface FieldError {
  readonly question: string;
  /** Slug of the question's step. */
  readonly step: string;
  /** `missing`, or the end of an engine message `forms_error_{code}`. */
  readonly code: string;
  readonly params?: FieldErrorParams;
  /** The id of the control that the error links to. */
  readonly control: string;
}

/** An error found by a command, by question and code; it knows no page. */
export type RefusedAnswer = Pick<FieldError, "question" | "code" | "params">;

/** Adds its step and its control. */
export function locateFieldError(form: FormDeclaration, refused: RefusedAnswer): FieldError {
  for (const step of form.steps) {
    const question = step.questions.find(({ name }) => name === refused.question);
    if (!question) continue;
    const [control = question.name] = kindOf(question).controls(question);
    return { ...refused, step: step.slug, control };
  }
  throw new Error(`Form "${form.name}" asks no "${refused.question}".`);
}

/** Errors that cannot be corrected: the page says why, and what else the person can do. */
export type Refusal = "under_age" | "not_served";

/** The first refusal among errors; the page shows its own words and next steps instead of a field error. */
export function findRefusal(fieldErrors: readonly FieldError[]): Refusal | undefined {
  return fieldErrors
    .map(({ code }) => code)
    .find((code) => code === "under_age" || code === "not_served");
}

/** The sentence shown beside the field and in the summary. */
export function fieldErrorText(
  form: FormDeclaration,
  question: Question,
  fieldError: FieldError,
  { translate, locale }: { readonly translate: Translate; readonly locale: Locale },
): string {
  const words = wordsFor(form, question, { translate, locale });
  const kind = kindOf(question);
  const shown = (value: number) =>
    limits.includes(fieldError.code) && kind.showLimit
      ? kind.showLimit(value, question, words)
      : formatNumber(value, locale);
  const params = Object.entries(fieldError.params ?? {}).map(([name, value]) => [
    name,
    typeof value === "number" ? shown(value) : value,
  ]);
  const isOwn =
    question.ownErrors?.includes(fieldError.code) ||
    (fieldError.code === "missing" && !mayStayBlank(question));
  const key = isOwn
    ? questionKey(form, question, `error_${fieldError.code}`)
    : `forms_error_${fieldError.code}`;
  return translate(key, {
    ...Object.fromEntries(params),
    name: questionName(form, question, translate),
  });
}

/** The id that a control of the form has on its page. */
export function controlId(form: FormDeclaration, control: string): string {
  return `${form.idPrefix ?? ""}${control}`;
}

/**
 * Errors whose numbers are amounts of the question's unit; in all others they count characters or
 * years.
 */
const limits: readonly string[] = ["min", "max", "not_on_step"];

/** Each error with its sentence, for a page or for a program that posted the form. */
export function describeFieldErrors(
  form: FormDeclaration,
  fieldErrors: readonly FieldError[],
  words: { readonly translate: Translate; readonly locale: Locale },
): readonly FieldErrorView[] {
  const questions = form.steps.flatMap((step) => step.questions);
  return fieldErrors.flatMap((fieldError) => {
    const question = questions.find(({ name }) => name === fieldError.question);
    if (!question) return [];
    const { step, code } = fieldError;
    const control = controlId(form, fieldError.control);
    const message = fieldErrorText(form, question, fieldError, words);
    return [{ field: question.name, step, code, control, message }];
  });
}
