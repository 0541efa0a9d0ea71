import type { Locale } from "#values/locale.ts";
import type { FormDeclaration, Step } from "./define-form.ts";
import { kindOf, type Question } from "./questions/kinds.ts";
import { questionKey, titleQuestion } from "./message-keys.ts";
import { type Problem, problemText } from "./field-error.ts";
import type { Answers, Translate } from "./questions/question-kind.ts";
import { controlCharacters, rawFields, type RawFields } from "./questions/raw-fields.ts";
import { keepsUnseen } from "./read-form.ts";
import type { QuestionView } from "./view-model.ts";
import { wordsFor } from "./words.ts";

interface Situation {
  readonly answers: Answers;
  readonly typed?: RawFields;
  readonly problems?: readonly Problem[];
  readonly locale: Locale;
  readonly translate: Translate;
}

/** One question as its page draws it: with what was typed, else with the answer, else empty. */
export function viewQuestion(
  form: FormDeclaration,
  step: Step,
  question: Question,
  situation: Situation,
): QuestionView {
  const { answers, translate } = situation;
  const { name } = question;
  const kind = kindOf(question);
  const words = wordsFor(form, question, situation);
  const answer = answers[name];
  const unseen = answer !== undefined && keepsUnseen(question);
  const written =
    answer !== undefined && !unseen ? rawFields(kind.write(answer, question)) : new Map();
  const typed = situation.typed ? displayable(situation.typed) : written;
  const problem = situation.problems?.find((each) => each.question === name);
  const condition = question.askedWhen;
  const control = kind.view(question, typed, words);
  return {
    name,
    id: kind.controls(question)[0] ?? name,
    label: translate(questionKey(form, name, "label")),
    labelIsTitle: titleQuestion(step) === name,
    hint: question.hint && translate(questionKey(form, name, "hint")),
    optionalText: question.optional && translate("forms_optional"),
    error: problem && problemText(form, question, problem, situation),
    errorId: problem?.control,
    describedBy:
      [question.hint && `${name}-hint`, problem && `${name}-error`].filter(Boolean).join(" ") ||
      undefined,
    required: !question.optional && !unseen,
    showWhen:
      condition &&
      "is" in condition &&
      step.questions.some((each) => each.name === condition.question)
        ? { name: condition.question, values: condition.is }
        : undefined,
    row: question.row,
    keptText: unseen
      ? translate("forms_kept", { value: kind.show(answer, question, words) })
      : undefined,
    ...control,
  };
}

/** Everything typed is shown again, but for characters that no HTML page may hold. */
function displayable(typed: RawFields): RawFields {
  const every = new RegExp(controlCharacters.source, "gu");
  return new Map(
    [...typed].map(([name, values]) => [name, values.map((value) => value.replace(every, ""))]),
  );
}
