import { maskSin, readSin } from "#values/sin.ts";
import * as z from "zod/mini";
import type { QuestionBase, QuestionKind } from "./question-kind.ts";
import { rawValue } from "./raw-fields.ts";

/** A social insurance number. Always sealed, and never put back into a page. */
export interface SinQuestion extends QuestionBase {
  readonly kind: "sin";
  readonly sealed: true;
}

export const sin: QuestionKind<SinQuestion, string> = {
  controls: (question) => [question.name],
  read(raw, question) {
    const reading = readSin(rawValue(raw, question.name));
    return reading.ok ? { ok: true, value: reading.sin } : { ok: false, code: "not_a_sin" };
  },
  write: (value, question) => ({ [question.name]: value }),
  show: (value) => maskSin(value),
  exportValue: (value) => maskSin(value),
  stored: () => z.string(),
  jsonSchema: (question) => ({ [question.name]: { type: "string" } }),
  view: (question, typed) => ({
    control: "input",
    type: "text",
    value: rawValue(typed, question.name),
    inputMode: "numeric",
    autocomplete: "off",
    spellCheck: false,
  }),
  examples: (question) => [
    { raw: { [question.name]: "130 692 544" } },
    { raw: { [question.name]: "900-000-001" } },
    { raw: { [question.name]: "123456789" }, fieldError: "not_a_sin" },
    { raw: { [question.name]: "046454286" }, fieldError: "not_a_sin" },
  ],
};
