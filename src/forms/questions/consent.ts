import * as z from "zod/mini";
import type { QuestionBase, QuestionKind } from "./question-kind.ts";
import { rawValue } from "./raw-fields.ts";

/** An unticked box, one purpose each. Left unticked it is no answer, not a "no". */
export interface ConsentQuestion extends QuestionBase {
  readonly kind: "consent";
}

const ticked = ["yes", "on", "true", "1"];

export const consent: QuestionKind<ConsentQuestion, true> = {
  controls: (question) => [question.name],
  read: (raw, question) =>
    ticked.includes(rawValue(raw, question.name).trim().toLowerCase())
      ? { ok: true, value: true }
      : { ok: false, code: "missing" },
  write: (_value, question) => ({ [question.name]: "yes" }),
  show: (_value, _question, words) => words.engineText("forms_option_yes"),
  exportValue: () => "yes",
  stored: () => z.literal(true),
  jsonSchema: (question) => ({ [question.name]: { type: "string", enum: ["yes"] } }),
  view: (question, typed) => ({
    control: "checkbox",
    value: "yes",
    checked: ticked.includes(rawValue(typed, question.name)),
  }),
  examples: (question) => [
    { raw: { [question.name]: "yes" } },
    { raw: { [question.name]: "no" }, fieldError: "missing" },
  ],
};
