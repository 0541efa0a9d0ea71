import { LOCALES, type Locale } from "#values/locale.ts";
import { defineForm } from "./define-form.ts";
import { kindOf, type Question } from "./questions/kinds.ts";
import type { AnswerValue, ReadContext } from "./questions/question-kind.ts";
import { rawFields } from "./questions/raw-fields.ts";
import { readForm } from "./read-form.ts";
import type { ControlView } from "./questions/control-view.ts";
import { translateIn } from "./translate.server.ts";
import { wordsFor } from "./words.ts";

/** A form of one question, for the tests of the kinds; its words are those of the pre-approval form. */
function makeForm(question: Question) {
  return defineForm({
    name: "one-question",
    version: question.since ?? 1,
    basePath: "/one",
    messagePrefix: "pre_approval_form",
    steps: [{ slug: "one", questions: [question] }],
  });
}

/** The answer, or the code of the error with `!` before it; undefined for an optional blank. */
export function readOne(
  question: Question,
  typed: string | Readonly<Record<string, string>>,
  context: Partial<ReadContext> = {},
): AnswerValue | undefined {
  const reading = readForm(
    makeForm(question),
    rawFields(typeof typed === "string" ? { [question.name]: typed } : typed),
    {
      now: new Date("2026-11-21T17:00:00Z"),
      locale: "en",
      translations: LOCALES.map(translateIn),
      ...context,
    },
  );
  return reading.ok ? reading.answers[question.name] : `!${reading.fieldErrors[0]?.code}`;
}

export function showOne(question: Question, value: AnswerValue, locale: Locale): string {
  const words = wordsFor(makeForm(question), question, { locale, translate: translateIn(locale) });
  return kindOf(question).show(value, question, words);
}

export function viewOne(
  question: Question,
  typed: Readonly<Record<string, string>>,
  locale: Locale,
): ControlView {
  const words = wordsFor(makeForm(question), question, { locale, translate: translateIn(locale) });
  return kindOf(question).view(question, rawFields(typed), words, "2026-11-21");
}
