import * as z from "zod/mini";
import type { AnswersOf, FormDeclaration } from "./define-form.ts";
import { kindOf } from "./questions/kinds.ts";
import type { Answers, AnswerValue } from "./questions/question-kind.ts";

interface StoredReading<Form extends FormDeclaration> {
  readonly answers: AnswersOf<Form>;
  /** Names of stored answers that are not valid in the present form: they are asked again. */
  readonly refused: readonly string[];
}

const record = z.record(z.string(), z.unknown());

/** Parses answers that come back from jsonb or from a sealed blob; the form may have changed since. */
export function parseStored<Form extends FormDeclaration>(
  form: Form,
  stored: unknown,
): StoredReading<Form> {
  const parsed = record.safeParse(stored);
  const values = parsed.success ? parsed.data : {};
  const questions = new Map(
    form.steps.flatMap((step) => step.questions).map((question) => [question.name, question]),
  );
  const answers: Record<string, AnswerValue> = {};
  const refused: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    const question = questions.get(name);
    const answer = question && kindOf(question).stored(question).safeParse(value);
    if (answer?.success) answers[name] = answer.data;
    else refused.push(name);
  }
  return { answers: answers as AnswersOf<Form>, refused };
}

/** The answers for the open column and those for the sealed blob; null where there are none of these. */
export function splitSealed(
  form: FormDeclaration,
  answers: Answers,
): { readonly open: Answers; readonly sealed: Answers | null } {
  const names = sealedNames(form);
  if (names.size === 0) return { open: answers, sealed: null };
  const entries = Object.entries(answers);
  const sealed = entries.filter(([name]) => names.has(name));
  return {
    open: Object.fromEntries(entries.filter(([name]) => !names.has(name))),
    sealed: sealed.length > 0 ? Object.fromEntries(sealed) : null,
  };
}

const namesOf = new WeakMap<FormDeclaration, ReadonlySet<string>>();

function sealedNames(form: FormDeclaration): ReadonlySet<string> {
  const known = namesOf.get(form);
  if (known) return known;
  const questions = form.steps.flatMap((step) => step.questions);
  const names = new Set(questions.filter(({ sealed }) => sealed).map(({ name }) => name));
  namesOf.set(form, names);
  return names;
}
