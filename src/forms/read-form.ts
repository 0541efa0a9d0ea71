import type { AnswersOf, CompleteAnswersOf, FormDeclaration, Step } from "./define-form.ts";
import { type Progress, questionsAnsweredByGates } from "./gates.ts";
import { dropUnaskedAnswers, isAsked, isAskedOnPage } from "./steps.ts";
import { calendarDay } from "#values/format.ts";
import { containsSin } from "#values/sin.ts";
import { kindOf, type Question } from "./questions/kinds.ts";
import type { FieldError } from "./field-error.ts";
import type { Answers, AnswerValue, ReadContext, ReadResult } from "./questions/question-kind.ts";
import {
  controlCharacters,
  isBlank,
  isRepeated,
  longestRawValue,
  type RawFields,
} from "./questions/raw-fields.ts";
import { mayStayBlank, wordsFor } from "./words.ts";

interface StepReading<Form extends FormDeclaration> {
  /** All answers so far with the valid ones of this step, without any that is no longer asked. */
  readonly answers: AnswersOf<Form>;
  readonly fieldErrors: readonly FieldError[];
}

/** Reads the post of one step. Every error of the step is found, not only the first. */
export function readStep<Form extends FormDeclaration>(
  form: Form,
  slug: string,
  raw: RawFields,
  answersSoFar: AnswersOf<Form>,
  context: ReadContext,
): StepReading<Form> {
  const step = form.steps.find((each) => each.slug === slug);
  if (!step) throw new Error(`Form "${form.name}" has no step "${slug}".`);
  const read = readQuestions(form, step, raw, answersSoFar, { ...context, isPage: true });
  return {
    answers: dropUnaskedAnswers(form, read.answers) as AnswersOf<Form>,
    fieldErrors: read.fieldErrors,
  };
}

type FormReading<Form extends FormDeclaration> =
  | { readonly ok: true; readonly answers: CompleteAnswersOf<Form> }
  | {
      readonly ok: false;
      readonly answers: AnswersOf<Form>;
      readonly fieldErrors: readonly FieldError[];
    };

/**
 * Reads one post that holds the whole form, whether a page made it or not. Names that no question has
 * are ignored.
 */
export function readForm<Form extends FormDeclaration>(
  form: Form,
  raw: RawFields,
  context: ReadContext,
): FormReading<Form> {
  let answers: Answers = {};
  const fieldErrors: FieldError[] = [];
  for (const step of form.steps) {
    const read = readQuestions(form, step, raw, answers, context);
    answers = read.answers;
    fieldErrors.push(...read.fieldErrors);
  }
  answers = dropUnaskedAnswers(form, answers);
  return fieldErrors.length === 0
    ? { ok: true, answers: answers as CompleteAnswersOf<Form> }
    : { ok: false, answers: answers as AnswersOf<Form>, fieldErrors };
}

/**
 * A post of the form's last page, which does not repeat the answers in the draft: each question
 * that it omits keeps its answer from the draft, and a passed gate answers its consent question.
 * Sent values count. The result is then parsed like any other post.
 */
export function completePost(form: FormDeclaration, raw: RawFields, progress: Progress): RawFields {
  const agreed = questionsAnsweredByGates(form, progress.consents);
  const completed = new Map(raw);
  const put = (fields: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(fields)) completed.set(name, [value]);
  };
  for (const step of form.steps) {
    for (const question of step.questions) {
      const controls = kindOf(question).controls(question);
      const isSent = controls.some((control) => raw.has(control));
      // No page shows such an answer again, so a blank does not remove it.
      if (isSent && !(isNeverRefilled(question) && isBlank(raw, controls))) continue;
      const answer = progress.answers[question.name];
      if (agreed.includes(question.name)) put({ [question.name]: "yes" });
      // A box that is not ticked is not sent; the last page shows its own.
      else if (question.kind === "consent" && step === form.steps.at(-1)) continue;
      else if (answer !== undefined) put(kindOf(question).write(answer, question));
    }
  }
  return completed;
}

/** `isPage`: the post comes from one of our pages; else it is a direct post of the whole form. */
type Reading = ReadContext & { isPage?: true };

function readQuestions(
  form: FormDeclaration,
  step: Step,
  raw: RawFields,
  answersSoFar: Answers,
  context: Reading,
): { answers: Answers; fieldErrors: FieldError[] } {
  const answers: Record<string, AnswerValue | undefined> = { ...answersSoFar };
  const fieldErrors: FieldError[] = [];
  for (const question of step.questions) {
    const stored = answers[question.name];
    delete answers[question.name];
    if (!isAsked(question, answers)) continue;
    const reading = readQuestion(form, question, raw, stored, answers, context);
    if (reading === undefined) continue;
    if (reading.ok) answers[question.name] = reading.value;
    else fieldErrors.push(toFieldError(question, step, reading));
  }
  return { answers, fieldErrors };
}

function toFieldError(
  question: Question,
  { slug: step }: Step,
  refused: Extract<ReadResult<AnswerValue>, { ok: false }>,
): FieldError {
  const {
    code,
    params,
    control = kindOf(question).controls(question)[0] ?? question.name,
  } = refused;
  return { question: question.name, step, code, params, control };
}

type AnswerReading =
  /** No value: an optional question was left blank. */
  | { readonly ok: true; readonly value: AnswerValue | undefined }
  | { readonly ok: false; readonly fieldErrors: readonly FieldError[] };

/** Reads a new answer to one question, beside the answers that a submission has, as its page would. */
export function readAnswer(
  form: FormDeclaration,
  name: string,
  raw: RawFields,
  answers: Answers,
  context: ReadContext,
): AnswerReading {
  const step = form.steps.find(({ questions }) => questions.some((each) => each.name === name));
  const question = step?.questions.find((each) => each.name === name);
  if (!step || !question) throw new Error(`Form "${form.name}" asks no "${name}".`);
  const page = { ...context, isPage: true } as const;
  const reading = readQuestion(form, question, raw, undefined, answers, page);
  if (reading === undefined) return { ok: true, value: undefined };
  return reading.ok ? reading : { ok: false, fieldErrors: [toFieldError(question, step, reading)] };
}

/** Staff read these texts and pass them on, so they must not contain what has to be sealed. */
const FREE_TEXT: ReadonlySet<Question["kind"]> = new Set(["text", "long-text", "select-or-other"]);

/** `undefined` where an optional question was left blank. */
function readQuestion(
  form: FormDeclaration,
  question: Question,
  raw: RawFields,
  stored: AnswerValue | undefined,
  answers: Answers,
  context: Reading,
): ReadResult<AnswerValue> | undefined {
  const kind = kindOf(question);
  const controls = kind.controls(question);
  if (isBlank(raw, controls)) {
    // The page did not show the sealed answer, so a blank does not remove it.
    if (stored !== undefined && isNeverRefilled(question)) return { ok: true, value: stored };
    const mayBeBlank = context.isPage
      ? mayStayBlank(question) || !isAskedOnPage(question, answers)
      : question.optional === true;
    return mayBeBlank ? undefined : { ok: false, code: "missing", control: controls[0] };
  }
  for (const control of controls) {
    if (isRepeated(raw, control)) return { ok: false, code: "repeated", control };
    const [value = ""] = raw.get(control) ?? [];
    if (controlCharacters.test(value)) return { ok: false, code: "unaccepted_character", control };
    if (FREE_TEXT.has(question.kind) && question.sealed !== true && containsSin(value))
      return { ok: false, code: "holds_sin", control };
    if (value.length > longestRawValue)
      return { ok: false, code: "too_long", params: { max: longestRawValue }, control };
  }
  const words = (context.translations ?? []).map((translate) =>
    wordsFor(form, question, { translate, locale: context.locale }),
  );
  const today = calendarDay(context.now);
  return kind.read(raw, question, { ...context, today, answers, words });
}

/** A sealed answer that is never sent back to a browser once stored. */
export function isNeverRefilled(question: Question): boolean {
  return question.sealed === true && question.refilled !== true;
}
