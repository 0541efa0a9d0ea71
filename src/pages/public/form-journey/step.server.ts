import { now, today } from "#platform/clock/clock.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { changeDraft, type Draft, findDraft, type KeepDraft } from "#domain/draft/draft.server.ts";
import type { FormDeclaration } from "#forms/define-form.ts";
import {
  earliestChangedStep,
  firstUnansweredStep,
  isReachable,
  stepAfter,
  findStep,
  stepPath,
} from "#forms/steps.ts";
import { type FieldError, type Refusal, findRefusal } from "#forms/field-error.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import type { RawFields } from "#forms/questions/raw-fields.ts";
import { readStep } from "#forms/read-form.ts";
import type { StepView } from "#forms/view-model.ts";
import { translateIn } from "#forms/translate.server.ts";
import { viewStep } from "#forms/view-step.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import type { Locale } from "#values/locale.ts";
import { readContextFor } from "#forms/read-context.server.ts";
import type { StepRequest } from "./step-request.server.ts";

/** What a step's URL leads to right now. */
export type StepPlace =
  | { at: "no_such_step" }
  /** Another page of the site, in the visitor's language. */
  | { at: "elsewhere"; href: string }
  | { at: "already_sent"; reference: string }
  | {
      at: "step";
      view: StepView;
      answers: Answers;
      /** Where the person left off, when they come back to the first step another day. */
      resumeHref: string | null;
      hasChanged: boolean;
    };

/** Finds the step with the visitor's answers in it, or where they must go first. */
export async function openStep(form: FormDeclaration, from: StepRequest): Promise<StepPlace> {
  const { visitor } = from;
  const step = findStep(form, from.slug);
  if (!step) return { at: "no_such_step" };
  const draft = await findDraft(visitor.visitorHash, form);
  const isFirst = step === form.steps[0];
  // Browser Back after sending shows that it was sent; the first step starts anew.
  if (draft?.sentReference && !isFirst) {
    return { at: "already_sent", reference: draft.sentReference };
  }
  const answers = draft?.sentReference ? {} : (draft?.answers ?? {});
  const changed = draft ? earliestChangedStep(form, draft.formVersion, answers) : undefined;
  if (!isReachable(form, step.slug, answers)) {
    const first = changed ?? firstUnansweredStep(form, answers) ?? form.steps[0];
    return { at: "elsewhere", href: hrefOf(form, first.slug, visitor.locale) };
  }
  const view = viewOf(form, step.slug, {
    answers,
    visitor,
    submissionId: draft?.sentReference ? "" : (draft?.id ?? ""),
    ...(from.returnTo === null ? {} : { returnTo: from.returnTo }),
  });
  const isResumed = isFirst && Object.keys(answers).length > 0;
  const leftOff = firstUnansweredStep(form, answers) ?? form.steps.at(-1) ?? step;
  return {
    at: "step",
    view,
    answers,
    resumeHref: isResumed ? hrefOf(form, leftOff.slug, visitor.locale) : null,
    hasChanged: changed?.slug === step.slug,
  };
}

export type StepAnswer =
  | { ok: true; href: string }
  | { ok: false; code: "no_such_step" }
  | { ok: false; code: "refused_answers"; view: StepView; refusal: Refusal | null };

/** Takes the post of one step: keeps good answers at once, or answers with everything as typed. */
export async function answerStep(
  form: FormDeclaration,
  from: StepRequest,
  raw: RawFields,
): Promise<StepAnswer> {
  const { visitor, returnTo } = from;
  const step = findStep(form, from.slug);
  if (!step) return { ok: false, code: "no_such_step" };
  const taken = await changeDraft(visitor.visitorHash, form, (draft, keep) =>
    takeAnswers(form, { slug: step.slug, raw, visitor, returnTo }, draft, keep),
  );
  if (!taken.ok) return taken;
  const { answers } = taken;
  const back = returnTo
    ? (findStep(form, returnTo) ?? form.steps.find(({ slug }) => slug === returnTo))
    : undefined;
  const next =
    back && isReachable(form, back.slug, answers) ? back : stepAfter(form, step.slug, answers);
  return { ok: true, href: hrefOf(form, (next ?? step).slug, visitor.locale) };
}

type Given = { slug: string; raw: RawFields; visitor: Visitor; returnTo: string | null };
type Taken = { ok: true; answers: Answers } | Extract<StepAnswer, { code: "refused_answers" }>;

async function takeAnswers(
  form: FormDeclaration,
  { slug, raw, visitor, returnTo }: Given,
  draft: Draft | null,
  keep: KeepDraft,
): Promise<Taken> {
  const isLive = draft !== null && draft.sentReference === null;
  const soFar = isLive ? draft.answers : {};
  const { answers, fieldErrors } = readStep(
    form,
    slug,
    raw,
    soFar,
    readContextFor(visitor.locale, now()),
  );
  if (fieldErrors.length === 0) {
    await keep({ answers, consents: isLive ? draft.consents : [] });
    return { ok: true, answers };
  }
  const view = viewOf(form, slug, {
    answers,
    visitor,
    typed: raw,
    fieldErrors,
    submissionId: isLive ? draft.id : "",
    ...(returnTo === null ? {} : { returnTo }),
  });
  return { ok: false, code: "refused_answers", view, refusal: findRefusal(fieldErrors) ?? null };
}

/** A step's view in the visitor's language. */
export function viewOf(
  form: FormDeclaration,
  slug: string,
  given: {
    answers: Answers;
    visitor: Visitor;
    submissionId: string;
    typed?: RawFields;
    fieldErrors?: readonly FieldError[];
    returnTo?: string;
  },
): StepView {
  const { locale } = given.visitor;
  const { visitor: _visitor, answers, ...situation } = given;
  return viewStep(form, slug, {
    ...situation,
    answers: answers,
    locale,
    translate: translateIn(locale),
    today: today(),
    href: (path) => hrefIn(path, locale),
  });
}

function hrefOf(form: FormDeclaration, slug: string, locale: Locale): string {
  return hrefIn(stepPath(form, slug), locale);
}
