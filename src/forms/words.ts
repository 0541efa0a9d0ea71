import type { FormDeclaration, Step } from "./define-form.ts";
import { type Question, kindOf } from "./questions/kinds.ts";
import type { QuestionWords, Translate } from "./questions/question-kind.ts";
import type { Locale } from "#values/locale.ts";
import { snakeCase } from "./questions/option-words.ts";

/** The texts of a question, in one language. */
export function wordsFor(
  form: FormDeclaration,
  question: Question,
  { translate, locale }: { readonly translate: Translate; readonly locale: Locale },
): QuestionWords {
  return {
    locale,
    engineText: translate,
    ownText: (suffix) => translate(questionKey(form, question, suffix)),
  };
}

/** The name of a question in summaries and errors: "Date of birth". */
export function questionName(
  form: FormDeclaration,
  question: Question,
  translate: Translate,
): string {
  return translate(questionKey(form, question, question.short ? "short" : "label"));
}

export function questionKey(
  form: FormDeclaration,
  { name, words = `${form.messagePrefix}_${snakeCase(name)}` }: Pick<Question, "name" | "words">,
  suffix: string,
): string {
  return `${words}_${suffix}`;
}

export function stepKey(form: FormDeclaration, step: Step, suffix: "title" | "hint"): string {
  return `${form.messagePrefix}_step_${snakeCase(step.slug)}_${suffix}`;
}

export function rowKey(form: FormDeclaration, row: string): string {
  return `${form.messagePrefix}_${snakeCase(row)}_row`;
}

export function groupKey(form: FormDeclaration, group: string): string {
  return `${form.messagePrefix}_${snakeCase(group)}_group`;
}

/** Whether a person who walks through the form may leave it blank. */
export function mayStayBlank({
  optional,
  pageAsks,
}: Pick<Question, "optional" | "pageAsks">): boolean {
  return optional === true && pageAsks === undefined;
}

/** Every message a form needs, so that a test can prove that both languages have them all. */
export function messageKeys(form: FormDeclaration): readonly string[] {
  const questions = form.steps.flatMap((step) => step.questions);
  return [
    ...new Set([
      ...(form.steps.every(({ untitled }) => untitled) ? [] : [`${form.messagePrefix}_title`]),
      ...form.steps.flatMap((step) => [
        ...(titleQuestion(step) || step.untitled ? [] : [stepKey(form, step, "title")]),
        ...(step.hint ? [stepKey(form, step, "hint")] : []),
      ]),
      ...questions.flatMap((question) => questionMessages(form, question)),
      ...questions.flatMap(({ row }) => (row ? [rowKey(form, row)] : [])),
      ...questions.flatMap(({ group }) => (group ? [groupKey(form, group)] : [])),
    ]),
  ];
}

/** The question whose label is the step's title: the one named, or the only one there is. */
export function titleQuestion(step: Step): Question | undefined {
  if (step.untitled) return undefined;
  if (step.titleFrom) return step.questions.find(({ name }) => name === step.titleFrom);
  return step.questions.length === 1 && !step.ownTitle ? step.questions[0] : undefined;
}

function questionMessages(form: FormDeclaration, question: Question): readonly string[] {
  const kind = kindOf(question);
  const own = [
    "label",
    ...(question.hint ? ["hint"] : []),
    ...(question.short ? ["short"] : []),
    ...(mayStayBlank(question) ? [] : ["error_missing"]),
    ...(question.ownErrors ?? []).map((code) => `error_${code}`),
    ...(kind.ownMessages?.(question) ?? []),
  ];
  return [
    ...own.map((suffix) => questionKey(form, question, suffix)),
    ...(kind.sharedMessages?.(question) ?? []),
  ];
}
