import { isMet } from "./questions/condition.ts";
import type { FormDeclaration, Step } from "./define-form.ts";
import {
  type Gate,
  gatesBefore,
  isPassed,
  type Progress,
  questionsAnsweredByGates,
} from "./gates.ts";
import type { Question } from "./questions/kinds.ts";
import { mayStayBlank } from "./words.ts";
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
  return !question.askedWhen || isMet(question.askedWhen, answers);
}

/**
 * Whether our pages ask it too: an answer of a program to a question that is not asked is stored as
 * well.
 */
export function isAskedOnPage(question: Question, answers: Answers): boolean {
  const { pageAsks = true } = question;
  return isAsked(question, answers) && (pageAsks === true || isMet(pageAsks, answers));
}

/**
 * The answers to the questions that are asked, in the form's order. Removing one can remove later
 * ones that depend on it; one pass is enough, because conditions only name earlier questions.
 */
export function dropUnaskedAnswers(form: FormDeclaration, answers: Answers): Answers {
  const retained: Record<string, AnswerValue> = {};
  for (const question of form.steps.flatMap((step) => step.questions)) {
    const answer = answers[question.name];
    if (answer !== undefined && isAsked(question, retained)) retained[question.name] = answer;
  }
  return retained;
}

/** Steps with something to ask, given the answers so far. */
export function listVisibleSteps(form: FormDeclaration, answers: Answers): readonly Step[] {
  return form.steps.filter((step) => step.questions.some((question) => isAsked(question, answers)));
}

/** A step's page, or a gate's. */
export type Destination = { readonly step: Step } | { readonly gate: Gate };

/** The language-neutral path of a step's page, or a gate's. */
export function destinationPath(form: FormDeclaration, destination: Destination): string {
  return "step" in destination
    ? stepPath(form, destination.step.slug)
    : `${form.basePath}/${destination.gate.name}`;
}

/** The first step or gate that is not done; null when the form is complete. */
export function firstOpenDestination(
  form: FormDeclaration,
  progress: Progress,
): Destination | null {
  const retained = dropUnaskedAnswers(form, progress.answers);
  const done = questionsAnsweredByGates(form, progress.consents);
  for (const step of listVisibleSteps(form, retained)) {
    const gate = gatesBefore(form, step).find((each) => !isPassed(each, progress.consents));
    if (gate) return { gate };
    const isOpen = step.questions.some(
      (question) => isMissing(question, retained) && !done.includes(question.name),
    );
    if (isOpen) return { step };
  }
  return null;
}

/** Where "Next" leads: a gate is shown each time. None after the last step. */
export function destinationAfter(
  form: FormDeclaration,
  slug: string,
  answers: Answers,
): Destination | null {
  const steps = listVisibleSteps(form, answers);
  const step = steps[steps.findIndex((each) => each.slug === slug) + 1];
  if (!step) return null;
  const [gate] = gatesBefore(form, step);
  return gate ? { gate } : { step };
}

/** Where "Back" leads; none before the first step. */
export function stepBefore(
  form: FormDeclaration,
  slug: string,
  answers: Answers,
): Step | undefined {
  const steps = listVisibleSteps(form, answers);
  return steps[steps.findIndex((step) => step.slug === slug) - 1];
}

/** Whether a person may see a step yet: all that is required before it is answered and agreed to. */
export function isReachable(form: FormDeclaration, slug: string, progress: Progress): boolean {
  const open = firstOpenDestination(form, progress);
  if (!open) return true;
  return "step" in open
    ? findStepIndex(form, slug) <= findStepIndex(form, open.step.slug)
    : findStepIndex(form, slug) < findStepIndex(form, open.gate.before);
}

/** Whether all steps before a gate are done, so that it may be passed. */
export function isGateReachable(form: FormDeclaration, gate: Gate, progress: Progress): boolean {
  const open = firstOpenDestination(form, progress);
  if (!open) return true;
  return "step" in open
    ? findStepIndex(form, open.step.slug) >= findStepIndex(form, gate.before)
    : findStepIndex(form, open.gate.before) >= findStepIndex(form, gate.before);
}

/**
 * The earliest step with questions that were added or changed after the draft was begun, for a
 * person who returns. None if no question that they must answer has changed.
 */
export function earliestChangedStep(
  form: FormDeclaration,
  draftVersion: number,
  answers: Answers,
): Step | undefined {
  const retained = dropUnaskedAnswers(form, answers);
  return form.steps.find((step) =>
    step.questions.some(
      (question) => (question.since ?? 1) > draftVersion && isAsked(question, retained),
    ),
  );
}

function isMissing(question: Question, retained: Answers): boolean {
  const isDue = !mayStayBlank(question) && isAskedOnPage(question, retained);
  return isDue && retained[question.name] === undefined;
}

function findStepIndex(form: FormDeclaration, slug: string): number {
  return form.steps.findIndex((step) => step.slug === slug);
}
