import type { Locale } from "#values/locale.ts";
import { answerRows } from "./answer-rows.ts";
import type { FormDeclaration } from "./define-form.ts";
import type { Answers, Translate } from "./questions/question-kind.ts";

/** "Vehicle type: SUVs", a line each, without sealed answers: for messages that leave the house. */
export function summaryLines(
  form: FormDeclaration,
  answers: Answers,
  words: { readonly locale: Locale; readonly translate: Translate },
): readonly string[] {
  return answerRows(form, answers, words)
    .filter((row) => !row.sealed)
    .map(({ name, value }) => words.translate("forms_answer_line", { name, value }));
}
