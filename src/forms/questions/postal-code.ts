import { readPostalCode } from "#values/postal-code.ts";
import * as z from "zod/mini";
import type { QuestionBase, QuestionKind } from "./question-kind.ts";
import { rawValue } from "./raw-fields.ts";

/** Any case and spacing; stored as `A1A 1A1`. */
export interface PostalCodeQuestion extends QuestionBase {
  readonly kind: "postal-code";
}

export const postalCode: QuestionKind<PostalCodeQuestion, string> = {
  controls: (question) => [question.name],
  read(raw, question) {
    const reading = readPostalCode(rawValue(raw, question.name));
    return reading.ok
      ? { ok: true, value: reading.postalCode }
      : { ok: false, code: "not_a_postal_code" };
  },
  write: (value, question) => ({ [question.name]: value }),
  show: (value) => value,
  exportValue: (value) => value,
  stored: () => z.string(),
  jsonSchema: (question) => ({ [question.name]: { type: "string", examples: ["K1A 0B1"] } }),
  view: (question, typed) => ({
    control: "input",
    type: "text",
    value: rawValue(typed, question.name),
    autocomplete: question.autocomplete,
    spellCheck: false,
    autoCapitalize: "characters",
  }),
  examples: (question) => [
    { raw: { [question.name]: "K1A 0B1" } },
    { raw: { [question.name]: "k1a0b1" } },
    { raw: { [question.name]: "D1A 1A1" }, fieldError: "not_a_postal_code" },
    { raw: { [question.name]: "12345" }, fieldError: "not_a_postal_code" },
  ],
};
