import * as z from "zod/mini";
import type { QuestionBase, QuestionKind } from "./question-kind.ts";
import { rawValue } from "./raw-fields.ts";
import type { Pictures, Tiles } from "./control-view.ts";
import type { OptionWords } from "./option-words.ts";
import {
  matchingOption,
  optionText,
  ownOptionMessages,
  sharedOptionMessages,
} from "./option-words.ts";

/** One of a few, as radio tiles with nothing chosen beforehand. Stored as a code, never as words. */
export interface ChoiceQuestion extends QuestionBase {
  readonly kind: "choice";
  readonly options: readonly string[];
  /** Those that our own pages offer, where a program may send others too. */
  readonly pageOptions?: readonly string[];
  readonly optionWords?: OptionWords;
  readonly pictures?: Pictures;
  readonly tiles?: Tiles;
}

export const choice: QuestionKind<ChoiceQuestion, string> = {
  controls: (question) => [question.name],
  read(raw, question, { words }) {
    const code = matchingOption(rawValue(raw, question.name), question.options, question, words);
    // None of our pages sends an unknown option; it is treated as unanswered.
    return code === undefined ? { ok: false, code: "missing" } : { ok: true, value: code };
  },
  write: (value, question) => ({ [question.name]: value }),
  // The second line of an option's text, its explanation, is only shown where it is chosen.
  show: (value, question, words) => optionText(value, question, words).split("\n", 1)[0] ?? "",
  exportValue: (value) => value,
  stored: (question) => z.enum(question.options as [string, ...string[]]),
  jsonSchema: (question) => ({ [question.name]: { type: "string", enum: question.options } }),
  view(question, typed, words) {
    const chosen = rawValue(typed, question.name);
    return {
      control: "radios",
      pictures: question.pictures,
      tiles: question.tiles,
      options: (question.pageOptions ?? question.options).map((code, at) => ({
        value: code,
        label: optionText(code, question, words),
        id: at === 0 ? question.name : `${question.name}-${at + 1}`,
        checked: code === chosen,
      })),
    };
  },
  ownMessages: (question) => ownOptionMessages(question.options, question),
  sharedMessages: (question) => sharedOptionMessages(question.options, question),
  examples: (question) => [
    ...question.options.map((code) => ({ raw: { [question.name]: code } })),
    { raw: { [question.name]: "none of these" }, fieldError: "missing" },
  ],
};
