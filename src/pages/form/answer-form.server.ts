import { data, redirect } from "react-router";
import type { AnswersOf, CompleteAnswersOf, FormDeclaration } from "#forms/define-form.ts";
import { describeFieldErrors, type FieldError } from "#forms/field-error.ts";
import { kindOf } from "#forms/questions/kinds.ts";
import type { FieldErrorParams } from "#forms/questions/question-kind.ts";
import type { RawFields } from "#forms/questions/raw-fields.ts";
import { readContextFor } from "#forms/read-context.server.ts";
import { readForm } from "#forms/read-form.ts";
import { translateIn } from "#forms/translate.server.ts";
import { viewForm } from "#forms/view-form.ts";
import type { FormAnswer, FormView } from "#forms/view-model.ts";
import { now, today } from "#platform/clock/clock.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";

/** A form of a page (`definePageForm`) for its loader, filled in with what is known. */
export function showForm<Form extends FormDeclaration>(
  form: Form,
  { locale }: Pick<Visitor, "locale">,
  answers: AnswersOf<Form> = {},
): FormView {
  return viewForm(form, { answers, locale, translate: translateIn(locale), today: today() });
}

/** What became of good answers. */
export type Outcome<Done extends object> =
  /** On to this address, in the visitor's language already. */
  | { ok: true; redirectTo: string }
  /** The page stays, and hears of it. */
  | ({ ok: true; redirectTo?: undefined } & Done)
  /** Something that only the command could know: a name is taken, a price is below the last bid. */
  | { ok: false; fieldErrors: readonly RefusedAnswer[] }
  /** What no field can put right, in finished words. */
  | { ok: false; message: string; status: 403 | 409 | 422 | 429; retryAfterSeconds?: number };

export type RefusedAnswer = { question: string; code: string; params?: FieldErrorParams };

/**
 * Answers the post of a page's form: reads it, hands good answers to `accept`, and gives all else
 * back as it was typed, with 422 and what to put right.
 * @throws the redirect that `accept` asks for.
 */
export async function answerForm<Form extends FormDeclaration, Done extends object>(
  form: Form,
  { raw, visitor: { locale } }: { raw: RawFields; visitor: Pick<Visitor, "locale"> },
  accept: (answers: CompleteAnswersOf<Form>) => Outcome<Done> | Promise<Outcome<Done>>,
) {
  const reading = readForm(form, raw, readContextFor(locale, now()));
  const outcome: Outcome<Done> = reading.ok ? await accept(reading.answers) : { ...reading };
  if (outcome.ok) {
    if (outcome.redirectTo !== undefined) throw redirect(outcome.redirectTo, 303);
    const { redirectTo: _stays, ...done } = outcome;
    return data<FormAnswer<Done>>(done);
  }
  const words = { locale, translate: translateIn(locale) };
  const fieldErrors = "message" in outcome ? [] : located(form, outcome.fieldErrors);
  const { answers } = reading;
  const view = viewForm(form, { ...words, answers, typed: raw, fieldErrors, today: today() });
  const answer: FormAnswer<Done> = {
    ok: false,
    fieldErrors: describeFieldErrors(form, fieldErrors, words),
    view:
      "message" in outcome ? { ...view, errorSummary: { text: outcome.message, items: [] } } : view,
  };
  const { status, retryAfterSeconds } = { status: 422, retryAfterSeconds: undefined, ...outcome };
  const headers: HeadersInit =
    retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
  return data(answer, { status, headers });
}

/** Each with its step and its control, which the command need not know. */
function located(
  form: FormDeclaration,
  refused: readonly (RefusedAnswer | FieldError)[],
): readonly FieldError[] {
  return refused.flatMap((error) => {
    if ("control" in error) return [error];
    const step = form.steps.find(({ questions }) =>
      questions.some(({ name }) => name === error.question),
    );
    const question = step?.questions.find(({ name }) => name === error.question);
    if (!step || !question) throw new Error(`Form "${form.name}" asks no "${error.question}".`);
    const [control = question.name] = kindOf(question).controls(question);
    return [{ ...error, step: step.slug, control }];
  });
}
