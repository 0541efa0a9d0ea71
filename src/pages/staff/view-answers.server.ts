import type { FormDeclaration, Step } from "#forms/define-form.ts";
import { isAsked } from "#forms/steps.ts";
import { kindOf, type Question } from "#forms/questions/kinds.ts";
import { rowKey, stepKey, titleQuestion, questionName, wordsFor } from "#forms/words.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import { translateIn } from "#forms/translate.server.ts";
import type { Locale } from "#values/locale.ts";

export type AnswerRow = {
  /** The name of its question, by which a sealed one is opened. */
  question: string;
  name: string;
  value: string;
  isSealed: boolean;
};
export type AnsweredStep = { slug: string; title: string; rows: AnswerRow[] };

const MASK = "••••";

/** The answers as entered, by step, in words; sealed ones are masked without being opened. */
export function viewAnswers(
  form: FormDeclaration,
  stored: unknown,
  options: { hasSealedAnswers: boolean; locale: Locale },
): AnsweredStep[] {
  const answers = asAnswers(stored);
  return form.steps.flatMap((step) => {
    const rows: AnswerRow[] = [];
    let lastRow: string | undefined;
    for (const question of step.questions) {
      const row = viewAnswer(form, question, answers, options);
      if (!row) continue;
      const previous = rows.at(-1);
      if (previous && question.row !== undefined && question.row === lastRow) {
        // "Noah Tremblay", "4 years 2 months", and "Calgary, Alberta".
        previous.value += (question.kind === "province" ? ", " : " ") + row.value;
      } else rows.push(row);
      lastRow = question.row;
    }
    return rows.length > 0
      ? [{ slug: step.slug, title: formatTitle(form, step, options), rows }]
      : [];
  });
}

/** What the list shows beside the place; each group is one part. */
const SUMMARY_GROUPS = [["carType"], ["budget"], ["year", "make", "model"], ["vin"], ["subject"]];

/** "SUVs", "$400 - 499 / Month": what is asked for, in a few words. */
export function summarizeRequest(form: FormDeclaration, stored: unknown, locale: Locale): string[] {
  const answers = asAnswers(stored);
  const questions = form.steps.flatMap((step): readonly Question[] => step.questions);
  return SUMMARY_GROUPS.map((group) =>
    questions
      .filter(({ name }) => group.includes(name))
      .flatMap((question) => {
        const row = viewAnswer(form, question, answers, { hasSealedAnswers: false, locale });
        return row ? [row.value] : [];
      })
      .join(" "),
  ).filter((part) => part !== "");
}

function viewAnswer(
  form: FormDeclaration,
  question: Question,
  answers: Answers,
  { hasSealedAnswers, locale }: { hasSealedAnswers: boolean; locale: Locale },
): AnswerRow | null {
  const translate = translateIn(locale);
  const name = question.row
    ? translate(rowKey(form, question.row))
    : questionName(form, question, translate);
  if (question.sealed) {
    if (!hasSealedAnswers || !isAsked(question, answers)) return null;
    // The blob alone would tell whether an optional one was given, and it is not opened for that.
    return { question: question.name, name, value: MASK, isSealed: true };
  }
  const stored = answers[question.name];
  if (stored === undefined) return null;
  const kind = kindOf(question);
  const parsed = kind.stored(question).safeParse(stored);
  const value = parsed.success
    ? kind.show(parsed.data, question, wordsFor(form, question, { translate, locale }))
    : JSON.stringify(stored);
  return { question: question.name, name, value, isSealed: false };
}

function formatTitle(form: FormDeclaration, step: Step, { locale }: { locale: Locale }): string {
  const translate = translateIn(locale);
  const titled = titleQuestion(step);
  return titled ? questionName(form, titled, translate) : translate(stepKey(form, step, "title"));
}

function asAnswers(stored: unknown): Answers {
  return typeof stored === "object" && stored !== null ? (stored as Answers) : {};
}
