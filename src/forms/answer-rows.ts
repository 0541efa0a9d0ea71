import type { Locale } from "#values/locale.ts";
import type { FormDeclaration, Step } from "./define-form.ts";
import { kindOf, type Question } from "./questions/kinds.ts";
import { rowKey, questionName, wordsFor } from "./words.ts";
import type { Answers, Translate } from "./questions/question-kind.ts";

/** One line of a summary, of the review page or of a lead's page. */
interface AnswerRow {
  /** The question's name, or that of the row for several questions. */
  readonly key: string;
  /** Slug of the step that asks it. */
  readonly step: string;
  readonly name: string;
  /** Text in the page's language; a sealed answer is masked. */
  readonly value: string;
  readonly sealed: boolean;
}

interface Words {
  readonly locale: Locale;
  readonly translate: Translate;
}

/** The answered questions, in the form's order; unanswered ones have no row. */
export function answerRows(
  form: FormDeclaration,
  answers: Answers,
  words: Words,
): readonly AnswerRow[] {
  return form.steps.flatMap((step) =>
    questionsByRow(step.questions, answers).map((questions) =>
      viewRow(form, step, questions, answers, words),
    ),
  );
}

type Row = readonly [Question, ...Question[]];

function viewRow(
  form: FormDeclaration,
  step: Step,
  questions: Row,
  answers: Answers,
  { locale, translate }: Words,
): AnswerRow {
  const [first] = questions;
  const stated = questions.filter((question) => !isNoTime(question, answers));
  const values = (stated.length > 0 ? stated : questions.slice(-1)).flatMap((question) => {
    const answer = answers[question.name];
    const words = wordsFor(form, question, { locale, translate });
    return answer === undefined ? [] : [kindOf(question).show(answer, question, words)];
  });
  return {
    key: first.row ?? first.name,
    step: step.slug,
    name: first.row ? translate(rowKey(form, first.row)) : questionName(form, first, translate),
    value: values.join(questions.some(({ kind }) => kind === "province") ? ", " : " "),
    sealed: questions.some((question) => question.sealed),
  };
}

/** "1 year", not "1 year 0 months": the same text as for a duration in one question. */
function isNoTime(question: Question, answers: Answers): boolean {
  const isTime =
    question.kind === "number" && (question.unit === "years" || question.unit === "months");
  return isTime && answers[question.name] === 0;
}

/** Answered questions, those of one row together. */
function questionsByRow(questions: readonly Question[], answers: Answers): readonly Row[] {
  const rows: [Question, ...Question[]][] = [];
  for (const question of questions) {
    if (answers[question.name] === undefined) continue;
    const last = rows.at(-1);
    if (last && question.row !== undefined && last[0].row === question.row) last.push(question);
    else rows.push([question]);
  }
  return rows;
}

/**
 * "Vehicle type: SUVs", one line per answer, without sealed answers: for messages that leave the
 * site.
 */
export function summaryLines(
  form: FormDeclaration,
  answers: Answers,
  words: { readonly locale: Locale; readonly translate: Translate },
): readonly string[] {
  return answerRows(form, answers, words)
    .filter((row) => !row.sealed)
    .map(({ name, value }) => words.translate("forms_answer_line", { name, value }));
}
