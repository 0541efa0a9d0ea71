import type { FormDeclaration, Step } from "./define-form.ts";
import { stepPath } from "./journey.ts";
import { kindOf, type Question } from "./kinds.ts";
import { rowKey } from "./message-keys.ts";
import type { Answers, Translate } from "./question-kind.ts";
import type { Summary, SummaryRow } from "./step-view.ts";
import { questionName, wordsFor } from "./words.ts";
import type { Locale } from "#vocabulary/locale.ts";

interface Situation {
  readonly answers: Answers;
  readonly locale: Locale;
  readonly translate: Translate;
  readonly href: (path: string) => string;
}

/** What is answered so far, a line each, with a way to change it and to come back to this step. */
export function viewSummary(form: FormDeclaration, current: Step, situation: Situation): Summary {
  return {
    heading: situation.translate("forms_summary_heading"),
    rows: form.steps
      .filter((step) => step !== current)
      .flatMap((step) =>
        rowsOf(step.questions, situation.answers).map((row) =>
          viewRow(form, step, row, current, situation),
        ),
      ),
  };
}

function viewRow(
  form: FormDeclaration,
  step: Step,
  questions: readonly [Question, ...Question[]],
  current: Step,
  { answers, locale, translate, href }: Situation,
): SummaryRow {
  const [first] = questions;
  const name = first.row
    ? translate(rowKey(form, first.row))
    : questionName(form, first, translate);
  const values = questions.flatMap((question) => {
    const answer = answers[question.name];
    const words = wordsFor(form, question, { translate, locale });
    return answer === undefined ? [] : [kindOf(question).show(answer, question, words)];
  });
  return {
    key: first.row ?? first.name,
    name,
    value: values.join(" "),
    changeHref: `${href(stepPath(form, step.slug))}?return=${encodeURIComponent(current.slug)}`,
    changeLabel: translate("forms_change"),
    changeName: translate("forms_change_named", { name }),
  };
}

/** Answered questions, those of one row together. */
function rowsOf(
  questions: readonly Question[],
  answers: Answers,
): readonly [Question, ...Question[]][] {
  const rows: [Question, ...Question[]][] = [];
  for (const question of questions) {
    if (answers[question.name] === undefined) continue;
    const last = rows.at(-1);
    if (last && question.row !== undefined && last[0].row === question.row) last.push(question);
    else rows.push([question]);
  }
  return rows;
}
