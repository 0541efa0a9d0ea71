import { calendarDay } from "#values/format.ts";
import * as z from "zod/mini";
import type { SelectView } from "./control-view.ts";
import {
  matchingOption,
  optionText,
  type OptionWords,
  ownOptionMessages,
  sharedOptionMessages,
} from "./option-words.ts";
import {
  type Answers,
  type ValueByDay,
  valueOnDay,
  type QuestionBase,
  type QuestionKind,
  type QuestionWords,
} from "./question-kind.ts";
import { rawValue } from "./raw-fields.ts";

/** One of many, as a drop-down list that starts on an empty entry. */
export interface SelectQuestion extends QuestionBase {
  readonly kind: "select";
  /** Options that depend on the date, such as years, are "verbatim". */
  readonly options?: ValueByDay<readonly string[]>;
  /** Instead of `options`. */
  readonly optionsBy?: OptionsBy;
  readonly optionWords?: OptionWords;
  /**
   * `own`: the empty entry has a text of its own, `…_none`. `none`: there is no empty entry,
   * because one of the options is always chosen.
   */
  readonly emptyEntry?: "own" | "none";
}

export const select: QuestionKind<SelectQuestion, string> = {
  controls: (question) => [question.name],
  read(raw, question, { answers, words, today }) {
    const options = offeredOptions(question, answers, today);
    const code = matchingOption(rawValue(raw, question.name), options, question, words);
    return code === undefined ? { ok: false, code: "missing" } : { ok: true, value: code };
  },
  write: (value, question) => ({ [question.name]: value }),
  show: (value, question, words) => optionText(value, question, words),
  exportValue: (value) => value,
  stored(question) {
    const options = fixedOptions(question);
    return options ? z.enum(options as [string, ...string[]]) : z.string();
  },
  jsonSchema(question) {
    const options = fixedOptions(question);
    return { [question.name]: { type: "string", ...(options && { enum: options }) } };
  },
  view(question, typed, words, today) {
    const { optionsBy, emptyEntry } = question;
    const formatOption = (code: string) => optionText(code, question, words);
    return {
      control: "select",
      value: rawValue(typed, question.name),
      ...(emptyEntry !== "none" && { emptyLabel: emptyLabel(question, words) }),
      autocomplete: question.autocomplete,
      ...(optionsBy
        ? viewOptionsBy(optionsBy, words, formatOption)
        : {
            options: valueOnDay(question.options ?? [], today).map((code) => ({
              value: code,
              label: formatOption(code),
            })),
          }),
    };
  },
  ownMessages: (question) => [
    ...ownOptionMessages(fixedOptions(question) ?? [], question),
    ...(question.optionsBy ? ["choose_first"] : []),
    ...(question.emptyEntry === "own" ? ["none"] : []),
  ],
  sharedMessages: (question) => sharedOptionMessages(fixedOptions(question) ?? [], question),
  examples(question, now) {
    const options = fixedOptions(question) ?? valueOnDay(question.options ?? [], calendarDay(now));
    return [
      ...options
        .slice(0, question.optionsBy ? 1 : undefined)
        .map((code) => ({ raw: { [question.name]: code } })),
      { raw: { [question.name]: "none of these" }, fieldError: "missing" },
    ];
  },
};

function emptyLabel({ optionsBy, emptyEntry }: SelectQuestion, words: QuestionWords): string {
  if (emptyEntry === "own") return words.ownText("none");
  return optionsBy ? words.ownText("choose_first") : words.engineText("forms_select");
}

function offeredOptions(
  question: SelectQuestion,
  answers: Answers,
  today: string,
): readonly string[] {
  const { options = [], optionsBy } = question;
  return optionsBy ? optionsOfGroup(optionsBy, answers) : valueOnDay(options, today);
}

/** Empty for an answer that is not a group: a make may be typed. */
export function optionsOfGroup({ question, options }: OptionsBy, answers: Answers) {
  const group = answers[question];
  return (typeof group === "string" && Object.hasOwn(options, group) && options[group]) || [];
}

/**
 * All options, of all groups; null if they depend on the date. Two makes may share a model's name.
 */
function fixedOptions({ options, optionsBy }: SelectQuestion): readonly string[] | null {
  if (typeof options === "function") return null;
  return options ?? [...new Set(Object.values(optionsBy?.options ?? {}).flat())];
}

/** Options that depend on an earlier answer: the models of a make. */
export interface OptionsBy {
  readonly question: string;
  readonly options: Readonly<Record<string, readonly string[]>>;
  /**
   * An earlier question with a year, and the first and last year of each option; no last year if it
   * is still made. Options of the year come first; the others stay, because our data may be wrong.
   */
  readonly years?: {
    readonly question: string;
    readonly of: Readonly<
      Record<string, Readonly<Record<string, readonly [first: number, last: number | null]>>>
    >;
  };
}

/** All groups of options for a page, with what it needs to show one of them. */
export function viewOptionsBy(
  { question, options, years }: OptionsBy,
  words: QuestionWords,
  formatOption: (code: string) => string,
): Pick<SelectView, "options" | "groupedBy" | "chosenGroupEmptyLabel" | "year"> {
  return {
    options: Object.entries(options).flatMap(([group, codes]) =>
      codes.map((code) => ({
        value: code,
        label: formatOption(code),
        group,
        years: years?.of[group]?.[code],
      })),
    ),
    groupedBy: question,
    chosenGroupEmptyLabel: words.engineText("forms_select"),
    year: years && {
      control: years.question,
      otherYearsLabel: words.engineText("forms_other_years"),
    },
  };
}
