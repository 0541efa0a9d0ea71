import type { FormDeclaration } from "./define-form.ts";
import type { Question } from "./questions/kinds.ts";
import { questionKey } from "./message-keys.ts";
import type { QuestionWords, Translate } from "./questions/question-kind.ts";
import type { Locale } from "#values/locale.ts";

/** What a question's kind may say, in one language. */
export function wordsFor(
  form: FormDeclaration,
  question: Question,
  { translate, locale }: { readonly translate: Translate; readonly locale: Locale },
): QuestionWords {
  return {
    locale,
    say: translate,
    own: (suffix) => translate(questionKey(form, question.name, suffix)),
  };
}

/** What a summary and an error call the question: "Date of birth". */
export function questionName(
  form: FormDeclaration,
  question: Question,
  translate: Translate,
): string {
  return translate(questionKey(form, question.name, question.short ? "short" : "label"));
}
