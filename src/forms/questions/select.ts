import * as z from "zod/mini";
import type { QuestionBase, QuestionKind, QuestionWords } from "./question-kind.ts";
import { rawValue } from "./raw-fields.ts";
import {
  type OptionWords,
  matchingOption,
  optionText,
  ownOptionMessages,
  sharedOptionMessages,
} from "./option-words.ts";
import type { SelectView } from "./control-view.ts";

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
    { raw: { [question.name]: "none of these" }, fieldError: "missing" },
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

/** Options that depend on an earlier answer: the models of a make. */
export interface OptionsBy {
  readonly question: string;
  readonly options: Readonly<Record<string, readonly string[]>>;
  /**
   * An earlier question for a year, and the first and last year of each option. Those of the year
   * come first; the others stay, for what we know of years may be wrong.
   */
  readonly years?: {
    readonly question: string;
    readonly of: Readonly<Record<string, Readonly<Record<string, readonly [number, number]>>>>;
  };
}

/** All groups of options for a page, with what it needs to show one of them. */
export function viewOptionsBy(
  { question, options, years }: OptionsBy,
  words: QuestionWords,
  labelOf: (code: string) => string,
): Pick<SelectView, "options" | "groupedBy" | "chosenGroupEmptyLabel" | "year"> {
  return {
    options: Object.entries(options).flatMap(([group, codes]) =>
      codes.map((code) => ({
        value: code,
        label: labelOf(code),
        group,
        years: years?.of[group]?.[code],
      })),
    ),
    groupedBy: question,
    chosenGroupEmptyLabel: words.say("forms_select"),
    year: years && {
      control: years.question,
      otherYearsLabel: words.say("forms_other_years"),
    },
  };
}
