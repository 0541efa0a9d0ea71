import { holds } from "./questions/condition.ts";
import type { FormDeclaration, Step } from "./define-form.ts";
import type { Question } from "./questions/kinds.ts";
import type { Answers, AnswerValue } from "./questions/question-kind.ts";

/** The language-neutral path of a step. */
export function stepPath(form: FormDeclaration, slug: string): string {
  return slug === form.steps[0].slug ? form.basePath : `${form.basePath}/${slug}`;
}

/** The step of a URL's last part; the first one where there is none. The first has no URL but the base path. */
export function findStep(form: FormDeclaration, slug: string | undefined): Step | undefined {
  if (slug === undefined) return form.steps[0];
  return form.steps.slice(1).find((step) => step.slug === slug);
}

export function isAsked(question: Question, answers: Answers): boolean {
  return !question.askedWhen || holds(question.askedWhen, answers);
}

/**
 * The answers to what is asked, in the form's order. A dropped answer can drop a later one that hung
 * on it; since conditions look back only, one walk settles all.
 */
export function answersAsked(form: FormDeclaration, answers: Answers): Answers {
  const kept: Record<string, AnswerValue> = {};
  for (const question of form.steps.flatMap((step) => step.questions)) {
    const answer = answers[question.name];
    if (answer !== undefined && isAsked(question, kept)) kept[question.name] = answer;
  }
  return kept;
}

/** Steps with something to ask, given the answers so far. */
export function stepsAsked(form: FormDeclaration, answers: Answers): readonly Step[] {
  return form.steps.filter((step) => step.questions.some((question) => isAsked(question, answers)));
}

/** The first step that still lacks a required answer; none when the form is complete. */
export function firstUnansweredStep(form: FormDeclaration, answers: Answers): Step | undefined {
  const kept = answersAsked(form, answers);
  return form.steps.find((step) => step.questions.some((question) => isMissing(question, kept)));
}

/** Where "Next" leads; none after the last step. */
export function stepAfter(form: FormDeclaration, slug: string, answers: Answers): Step | undefined {
  const steps = stepsAsked(form, answers);
  return steps[steps.findIndex((step) => step.slug === slug) + 1];
}

/** Where "Back" leads; none before the first step. */
export function stepBefore(
  form: FormDeclaration,
  slug: string,
  answers: Answers,
): Step | undefined {
  const steps = stepsAsked(form, answers);
  return steps[steps.findIndex((step) => step.slug === slug) - 1];
}

/** Whether a person may see a step yet: every required answer before it is given. */
export function isReachable(form: FormDeclaration, slug: string, answers: Answers): boolean {
  const unanswered = firstUnansweredStep(form, answers);
  return !unanswered || indexOf(form, slug) <= indexOf(form, unanswered.slug);
}

/**
 * The earliest step whose questions came or changed after a draft was begun, for a person who returns
 * to a form that is no longer the one they left. None where nothing they must answer has changed.
 */
export function earliestChangedStep(
  form: FormDeclaration,
  draftVersion: number,
  answers: Answers,
): Step | undefined {
  const kept = answersAsked(form, answers);
  return form.steps.find((step) =>
    step.questions.some(
      (question) => (question.since ?? 1) > draftVersion && isAsked(question, kept),
    ),
  );
}

function isMissing(question: Question, kept: Answers): boolean {
  return !question.optional && isAsked(question, kept) && kept[question.name] === undefined;
}

function indexOf(form: FormDeclaration, slug: string): number {
  return form.steps.findIndex((step) => step.slug === slug);
}
