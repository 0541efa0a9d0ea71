import type { FormDeclaration } from "./define-form.ts";
import { kindOf, type Question } from "./questions/kinds.ts";
import type { Answers } from "./questions/question-kind.ts";

/** Column names of a CSV file or spreadsheet, in the form's order. A sealed answer has no column. */
export function spreadsheetColumns(form: FormDeclaration): readonly string[] {
  return listExportedQuestions(form).map(({ name }) => name);
}

/**
 * One row: every column, empty without an answer. Codes instead of texts, so that it does not
 * depend on a language. Text that a spreadsheet would run as a formula is made harmless.
 */
export function toSpreadsheetFields(
  form: FormDeclaration,
  answers: Answers,
): Readonly<Record<string, string>> {
  const fields = listExportedQuestions(form).map((question) => {
    const answer = answers[question.name];
    const value = answer === undefined ? "" : kindOf(question).exportValue(answer, question);
    return [question.name, value];
  });
  return { ...(form.formname && { formname: form.formname }), ...Object.fromEntries(fields) };
}

function listExportedQuestions(form: FormDeclaration): readonly Question[] {
  return form.steps.flatMap((step) => step.questions).filter((question) => !question.sealed);
}
