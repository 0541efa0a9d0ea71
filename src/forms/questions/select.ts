import * as z from "zod/mini";
import type { QuestionBase, QuestionKind } from "./question-kind.ts";
import { rawValue } from "./raw-fields.ts";
import { type OptionsBy, viewOptionsBy } from "./options-by.ts";
import type { OptionWords } from "./option-words.ts";
import {
  matchingOption,
  optionText,
  ownOptionMessages,
  sharedOptionMessages,
} from "./option-words.ts";

/** One of many, as a drop-down list that starts on an empty entry. */
export interface SelectQuestion extends QuestionBase {
  readonly kind: "select";
  readonly options?: readonly string[];
  /** Instead of `options`. */
  readonly optionsBy?: OptionsBy;
  readonly optionWords?: OptionWords;
}

export const select: QuestionKind<SelectQuestion, string> = {
  controls: (question) => [question.name],
  read(raw, question, { answers, words }) {
    const code = matchingOption(
      rawValue(raw, question.name),
      optionsGiven(question, answers),
      question,
      words,
    );
    return code === undefined ? { ok: false, code: "missing" } : { ok: true, value: code };
  },
  write: (value, question) => ({ [question.name]: value }),
  show: (value, question, words) => optionText(value, question, words),
  exportValue: (value) => value,
  stored: (question) => z.enum(allOptions(question) as [string, ...string[]]),
  jsonSchema: (question) => ({ [question.name]: { type: "string", enum: allOptions(question) } }),
  view(question, typed, words) {
    const { optionsBy } = question;
    const labelOf = (code: string) => optionText(code, question, words);
    return {
      control: "select",
      value: rawValue(typed, question.name),
      emptyLabel: optionsBy ? words.own("choose_first") : words.say("forms_select"),
      autocomplete: question.autocomplete,
      ...(optionsBy
        ? viewOptionsBy(optionsBy, words, labelOf)
        : { options: allOptions(question).map((code) => ({ value: code, label: labelOf(code) })) }),
    };
  },
  ownMessages: (question) => [
    ...ownOptionMessages(allOptions(question), question),
    ...(question.optionsBy ? ["choose_first"] : []),
  ],
  sharedMessages: (question) => sharedOptionMessages(allOptions(question), question),
  examples: (question) => [
    ...allOptions(question)
      .slice(0, question.optionsBy ? 1 : undefined)
      .map((code) => ({ raw: { [question.name]: code } })),
    { raw: { [question.name]: "none of these" }, problem: "missing" },
  ],
};

function optionsGiven(
  question: SelectQuestion,
  answers: Readonly<Record<string, unknown>>,
): readonly string[] {
  if (!question.optionsBy) return question.options ?? [];
  return question.optionsBy.options[String(answers[question.optionsBy.question])] ?? [];
}

/** Two makes may share a model's name. */
export function allOptions(question: SelectQuestion): readonly string[] {
  return question.options ?? [...new Set(Object.values(question.optionsBy?.options ?? {}).flat())];
}
