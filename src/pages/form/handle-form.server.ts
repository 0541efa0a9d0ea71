import { data, redirect } from "react-router";
import { MailRefused } from "#domain/notification/mail-budget.server.ts";
import type { AnswersOf, CompleteAnswersOf, FormDeclaration } from "#forms/define-form.ts";
import { describeFieldErrors, locateFieldError, type RefusedAnswer } from "#forms/field-error.ts";
import type { RawFields } from "#forms/questions/raw-fields.ts";
import { readContextFor } from "#forms/read-context.server.ts";
import { readForm } from "#forms/read-form.ts";
import { translateIn } from "#forms/translate.server.ts";
import { viewForm } from "#forms/view-form.ts";
import type { FormResult, FormView } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import { now, today } from "#platform/clock/clock.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";

/** A form of a page (`definePageForm`) for its loader, with the known answers filled in. */
export function showForm<Form extends FormDeclaration>(
  form: Form,
  { locale }: Pick<Visitor, "locale">,
  answers: AnswersOf<Form> = {},
): FormView {
  return viewForm(form, { answers, locale, translate: translateIn(locale), today: today() });
}

/** The result of a command on valid answers. */
export type Outcome =
  /** Redirects to this address, which already has the visitor's language. */
  | { ok: true; redirectTo: string }
  /** The page stays, and gets the rest of the outcome as its action data. */
  | { ok: true; redirectTo?: undefined }
  /** Errors that only the command can find: a name is taken, a price is below the last bid. */
  | { ok: false; fieldErrors: readonly RefusedAnswer[]; status?: 409 }
  /** An error that belongs to no field, as a finished text. */
  | { ok: false; message: string; status: 403 | 404 | 409 | 422 | 429; retryAfterSeconds?: number };

/** What the page gets if it stays. */
type DoneOf<Happened extends Outcome> = Happened extends { ok: true; redirectTo?: undefined }
  ? Omit<Happened, "ok" | "redirectTo">
  : never;

/**
 * A form that asks for an e-mail which may not be sent says that none was sent; the same for all
 * forms.
 */
async function acceptOrRefuse(accept: () => Outcome | Promise<Outcome>): Promise<Outcome> {
  try {
    return await accept();
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    const { retryAfterSeconds } = error;
    const message = m.forms_mail_refused({ minutes: Math.ceil(retryAfterSeconds / 60) });
    return { ok: false, message, status: 429, retryAfterSeconds };
  }
}

/**
 * Handles the post of a page's form: reads it and passes valid answers to `accept`; returns invalid
 * ones as typed, with status 422 and their errors.
 * @throws the redirect that `accept` asks for.
 */
export async function handleForm<Form extends FormDeclaration, Happened extends Outcome>(
  form: Form,
  { raw, visitor: { locale } }: { raw: RawFields; visitor: Pick<Visitor, "locale"> },
  accept: (answers: CompleteAnswersOf<Form>) => Happened | Promise<Happened>,
) {
  const reading = readForm(form, raw, readContextFor(locale, now()));
  const outcome: Outcome = reading.ok
    ? await acceptOrRefuse(() => accept(reading.answers))
    : reading;
  if (outcome.ok) {
    if (outcome.redirectTo !== undefined) throw redirect(outcome.redirectTo, 303);
    const { redirectTo: _stays, ...done } = outcome;
    return data(done as FormResult<DoneOf<Happened>>);
  }
  const words = { locale, translate: translateIn(locale) };
  const refused = "message" in outcome ? [] : outcome.fieldErrors;
  const fieldErrors = refused.map((each) => locateFieldError(form, each));
  const { answers } = reading;
  const view = viewForm(form, { ...words, answers, typed: raw, fieldErrors, today: today() });
  const result: FormResult<DoneOf<Happened>> = {
    ok: false,
    fieldErrors: describeFieldErrors(form, fieldErrors, words),
    view:
      "message" in outcome ? { ...view, errorSummary: { text: outcome.message, items: [] } } : view,
  };
  const { status, retryAfterSeconds } = { status: 422, retryAfterSeconds: undefined, ...outcome };
  const headers: HeadersInit =
    retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
  return data(result, { status, headers });
}
