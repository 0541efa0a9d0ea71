import * as z from "zod/mini";
import { parseRegion, provinceName } from "#values/province.ts";
import type { QuestionBase, QuestionKind, QuestionWords } from "./question-kind.ts";
import { rawValue, type RawFields } from "./raw-fields.ts";
import {
  type OptionWords,
  optionText,
  ownOptionMessages,
  sharedOptionMessages,
} from "./option-words.ts";

/**
 * Several of a few options, a box each. Stored as codes in the order of the options, separated by
 * commas; `splitChoices` splits them.
 */
export interface ChoicesQuestion extends QuestionBase {
  readonly kind: "choices";
  readonly options: readonly string[];
  /** "province": the names of the provinces, which are the language's. */
  readonly optionWords?: OptionWords | "province";
}

/** The codes of such an answer. */
export function splitChoices(value: string): string[] {
  return value.split(",").map((code) => code.trim());
}

const TICKED = "yes";

const control = ({ name }: ChoicesQuestion, code: string) => `${name}-${code}`;

/** Ticked by its own box, or named in the one field of a direct post. */
const isTicked = (raw: RawFields, question: ChoicesQuestion, code: string) =>
  rawValue(raw, control(question, code)) === TICKED ||
  splitChoices(rawValue(raw, question.name)).includes(code);

function formatOption(code: string, question: ChoicesQuestion, words: QuestionWords): string {
  if (question.optionWords !== "province")
    return optionText(code, { optionWords: question.optionWords }, words);
  const region = parseRegion(code);
  return region ? provinceName(region, words.locale) : code;
}

export const choices: QuestionKind<ChoicesQuestion, string> = {
  controls: (question) => [
    ...question.options.map((code) => control(question, code)),
    question.name,
  ],
  read(raw, question) {
    const ticked = question.options.filter((code) => isTicked(raw, question, code));
    // None of our pages sends another value; it is treated as not ticked.
    return ticked.length === 0
      ? { ok: false, code: "missing" }
      : { ok: true, value: ticked.join(",") };
  },
  write: (value, question) =>
    Object.fromEntries(splitChoices(value).map((code) => [control(question, code), TICKED])),
  show: (value, question, words) =>
    splitChoices(value)
      .map((code) => formatOption(code, question, words))
      .join(", "),
  exportValue: (value) => value,
  stored: (question) =>
    z
      .string()
      .check(
        z.refine((value) => splitChoices(value).every((code) => question.options.includes(code))),
      ),
  jsonSchema: (question) => ({
    [question.name]: {
      type: "string",
      description: `Of ${question.options.join(", ")}, with commas between; or a box each.`,
    },
  }),
  view: (question, typed, words) => ({
    control: "checkboxes",
    options: question.options.map((code) => ({
      name: control(question, code),
      value: TICKED,
      label: formatOption(code, question, words),
      checked: isTicked(typed, question, code),
    })),
  }),
  ownMessages: (question) =>
    question.optionWords === "province"
      ? []
      : ownOptionMessages(question.options, { optionWords: question.optionWords }),
  sharedMessages: (question) =>
    question.optionWords === "province"
      ? []
      : sharedOptionMessages(question.options, { optionWords: question.optionWords }),
  examples: (question) => [
    ...question.options.map((code) => ({ raw: { [control(question, code)]: TICKED } })),
    {
      raw: Object.fromEntries(question.options.map((code) => [control(question, code), TICKED])),
    },
    ...question.options.slice(0, 1).map((code) => ({
      raw: { [control(question, code)]: "perhaps" },
      fieldError: "missing",
    })),
  ],
};
