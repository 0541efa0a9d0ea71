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

/** A form of a page (`definePageForm`) for its loader, filled in with what is known. */
export function showForm<Form extends FormDeclaration>(
  form: Form,
  { locale }: Pick<Visitor, "locale">,
  answers: AnswersOf<Form> = {},
): FormView {
  return viewForm(form, { answers, locale, translate: translateIn(locale), today: today() });
}

/** What became of good answers. */
export type Outcome =
  /** On to this address, in the visitor's language already. */
  | { ok: true; redirectTo: string }
  /** The page stays, and hears of it: whatever else the outcome holds. */
  | { ok: true; redirectTo?: undefined }
  /** Something that only the command could know: a name is taken, a price is below the last bid. */
  | { ok: false; fieldErrors: readonly RefusedAnswer[]; status?: 409 }
  /** What no field can put right, in finished words. */
  | { ok: false; message: string; status: 403 | 404 | 409 | 422 | 429; retryAfterSeconds?: number };

/** What the page hears of when it stays. */
type DoneOf<Happened extends Outcome> = Happened extends { ok: true; redirectTo?: undefined }
  ? Omit<Happened, "ok" | "redirectTo">
  : never;

/** Whoever asked for a mail that may not go hears that none was sent, whichever form it is. */
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
 * Answers the post of a page's form: reads it, hands good answers to `accept`, and gives all else
 * back as it was typed, with 422 and what to put right.
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
