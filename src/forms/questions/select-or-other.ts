import * as z from "zod/mini";
import type { Answers, QuestionBase, QuestionKind, ReadResult } from "./question-kind.ts";
import { type RawFields, rawValue } from "./raw-fields.ts";
import { type OptionsBy, optionsOfGroup, viewOptionsBy } from "./select.ts";
import { OTHER, otherControl } from "./control-view.ts";
import { matchingOption } from "./option-words.ts";
import { countCharacters, oneLine, withoutFormula } from "./text.ts";

/**
 * One of many names, or another one typed: a make or model is never refused because our list does
 * not have it. The answer is the name itself, the same in both languages.
 */
export interface SelectOrOtherQuestion extends QuestionBase {
  readonly kind: "select-or-other";
  readonly options?: readonly string[];
  /** Instead of `options`. */
  readonly optionsBy?: OptionsBy;
}

const MAX_LENGTH = 60;
const VERBATIM = { optionWords: "verbatim" } as const;

export const selectOrOther: QuestionKind<SelectOrOtherQuestion, string> = {
  controls: (question) => [question.name, otherName(question)],
  read(raw, question, { answers }) {
    const chosen = rawValue(raw, question.name);
    if (chosen.trim() === OTHER || chosen.trim() === "")
      return readName(rawValue(raw, otherName(question)), otherName(question));
    const match = matchingOption(chosen, namesFor(question, answers), VERBATIM, []);
    if (match !== undefined) return { ok: true, value: match };
    return isOfAnotherGroup(raw, question)
      ? { ok: false, code: "missing" }
      : readName(chosen, question.name);
  },
  write: (value, question) => ({ [question.name]: value }),
  show: (value) => value,
  exportValue: (value) => withoutFormula(value),
  stored: () => z.string(),
  jsonSchema: (question) => ({
    [question.name]: {
      type: "string",
      maxLength: MAX_LENGTH,
      examples: allNames(question).slice(0, 3),
    },
  }),
  view(question, typed, words) {
    const { optionsBy } = question;
    const value = rawValue(typed, question.name);
    const isListed = value === "" || value === OTHER || allNames(question).includes(value);
    return {
      control: "select",
      value: isListed ? value : OTHER,
      emptyLabel: optionsBy ? words.ownText("choose_first") : words.engineText("forms_select"),
      ...(optionsBy
        ? viewOptionsBy(optionsBy, words, (name) => name)
        : { options: allNames(question).map((name) => ({ value: name, label: name })) }),
      other: {
        value: OTHER,
        label: words.ownText("other"),
        name: otherName(question),
        typedLabel: words.ownText("other_name"),
        typed: isListed ? rawValue(typed, otherName(question)) : value,
      },
    };
  },
  ownMessages: (question) => [
    "other",
    "other_name",
    ...(question.optionsBy ? ["choose_first"] : []),
  ],
  examples: (question) => [
    ...allNames(question)
      .slice(0, question.optionsBy ? 1 : undefined)
      .map((name) => ({ raw: { [question.name]: name } })),
    { raw: { [question.name]: "Lada 4x4" } },
    { raw: { [question.name]: OTHER, [otherName(question)]: "Bricklin" } },
    { raw: { [question.name]: OTHER }, fieldError: "missing" },
    { raw: { [question.name]: "x".repeat(MAX_LENGTH + 1) }, fieldError: "too_long" },
  ],
};

function readName(typed: string, control: string): ReadResult<string> {
  const value = oneLine(typed);
  if (value === "") return { ok: false, code: "missing", control };
  return countCharacters(value) > MAX_LENGTH
    ? { ok: false, code: "too_long", params: { max: MAX_LENGTH }, control }
    : { ok: true, value };
}

/**
 * Without JavaScript the list has the models of every make: one of another make is a mistake. Only
 * such a page also sends the empty text field.
 */
function isOfAnotherGroup(raw: RawFields, question: SelectOrOtherQuestion): boolean {
  return (
    raw.has(otherName(question)) && allNames(question).includes(rawValue(raw, question.name).trim())
  );
}

const otherName = ({ name }: SelectOrOtherQuestion) => otherControl(name);

function namesFor(question: SelectOrOtherQuestion, answers: Answers): readonly string[] {
  const { optionsBy } = question;
  if (!optionsBy) return question.options ?? [];
  return optionsOfGroup(optionsBy, answers);
}

/** Two makes may share a model's name. */
function allNames(question: SelectOrOtherQuestion): readonly string[] {
  return question.options ?? [...new Set(Object.values(question.optionsBy?.options ?? {}).flat())];
}
