import type { Locale } from "#vocabulary/locale.ts";
import type { FormDeclaration } from "./define-form.ts";
import { answersAsked } from "./journey.ts";
import { kindOf } from "./kinds.ts";
import type { Answers, Translate } from "./question-kind.ts";
import { questionName, wordsFor } from "./words.ts";

/**
 * The answers as lines of text, "Budget: $400 - 499 / Month", for a CRM's comment field. Sealed
 * answers are left out.
 */
export function summaryLines(
  form: FormDeclaration,
  answers: Answers,
  language: { readonly locale: Locale; readonly translate: Translate },
): readonly string[] {
  const asked = answersAsked(form, answers);
  return form.steps
    .flatMap((step) => step.questions)
    .flatMap((question) => {
      const answer = asked[question.name];
      if (answer === undefined || question.sealed) return [];
      const shown = kindOf(question).show(answer, question, wordsFor(form, question, language));
      return [`${questionName(form, question, language.translate)}: ${shown}`];
    });
}
