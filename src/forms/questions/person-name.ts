import { MAX_NAME_LENGTH, readPersonName } from "#values/person-name-reading.ts";
import * as z from "zod/mini";
import type { QuestionBase, QuestionKind } from "./question-kind.ts";
import { rawValue } from "./raw-fields.ts";
import { withoutFormula, withoutInvisible } from "./text.ts";

/** A person's name, or a part of it, as they write it. */
export interface PersonNameQuestion extends QuestionBase {
  readonly kind: "person-name";
}

export const personName: QuestionKind<PersonNameQuestion, string> = {
  controls: (question) => [question.name],
  read(raw, question) {
    const reading = readPersonName(withoutInvisible(rawValue(raw, question.name)));
    if (reading.ok) return { ok: true, value: reading.name };
    if (reading.code === "too_long")
      return { ok: false, code: "too_long", params: { max: MAX_NAME_LENGTH } };
    return { ok: false, code: reading.code === "empty" ? "missing" : "not_a_name" };
  },
  write: (value, question) => ({ [question.name]: value }),
  show: (value) => value,
  exportValue: (value) => withoutFormula(value),
  stored: () => z.string(),
  jsonSchema: (question) => ({ [question.name]: { type: "string", maxLength: MAX_NAME_LENGTH } }),
  view: (question, typed) => ({
    control: "input",
    type: "text",
    value: rawValue(typed, question.name),
    autocomplete: question.autocomplete,
    maxLength: MAX_NAME_LENGTH,
    spellCheck: false,
  }),
  examples: (question) => [
    { raw: { [question.name]: "Zoé" } },
    { raw: { [question.name]: "O’Brien-Ó Súilleabháin" } },
    { raw: { [question.name]: "李" } },
    { raw: { [question.name]: "é".repeat(MAX_NAME_LENGTH) } },
    { raw: { [question.name]: "é".repeat(MAX_NAME_LENGTH + 1) }, fieldError: "too_long" },
    { raw: { [question.name]: "<script>alert(1)</script>" }, fieldError: "not_a_name" },
    { raw: { [question.name]: "Eve\u0000" }, fieldError: "unaccepted_character" },
  ],
};
