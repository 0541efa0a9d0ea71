import type { FormDeclaration } from "./define-form.ts";
import { kindOf, type Question } from "./questions/kinds.ts";
import { questionKey, questionName, wordsFor } from "./words.ts";
import type { FieldErrorParams, Translate } from "./questions/question-kind.ts";
import { formatNumber } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";

/** One thing to put right: a normal state of a form, not an exception. */
export interface FieldError {
  readonly question: string;
  /** Slug of the question's step. */
  readonly step: string;
  /** `missing`, or the end of an engine message `forms_error_{code}`. */
  readonly code: string;
  readonly params?: FieldErrorParams;
  /** Id of the control to go to. */
  readonly control: string;
}

/** What no change of the answer's form can put right: the person is told why and what else they can do. */
export type Refusal = "under_age" | "not_served";

/** The first refusal among errors; the page shows its own words and next steps instead of a field error. */
export function findRefusal(fieldErrors: readonly FieldError[]): Refusal | undefined {
  return fieldErrors
    .map(({ code }) => code)
    .find((code) => code === "under_age" || code === "not_served");
}

/** The sentence that stands beside the field and in the summary. */
export function fieldErrorText(
  form: FormDeclaration,
  question: Question,
  fieldError: FieldError,
  { translate, locale }: { readonly translate: Translate; readonly locale: Locale },
): string {
  if (fieldError.code === "missing" && !question.optional)
    return translate(questionKey(form, question.name, "error_missing"));
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
  return translate(`forms_error_${fieldError.code}`, {
    ...Object.fromEntries(params),
    name: questionName(form, question, translate),
  });
}

/** Problems whose numbers are amounts of what is asked; in all others they count characters or years. */
const limits: readonly string[] = ["min", "max", "not_on_step"];
