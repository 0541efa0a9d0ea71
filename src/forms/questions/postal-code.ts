import { readPostalCode } from "#values/postal-code.ts";
import * as z from "zod/mini";
import type { QuestionBase, QuestionKind } from "./question-kind.ts";
import { rawValue } from "./raw-fields.ts";

/** Any case and spacing; stored as `A1A 1A1`. */
export interface PostalCodeQuestion extends QuestionBase {
  readonly kind: "postal-code";
  /** The earlier question that tells the province; its first letter must be one of that province. */
  readonly inProvince?: string;
}

export const postalCode: QuestionKind<PostalCodeQuestion, string> = {
  controls: (question) => [question.name],
  read(raw, question, { answers }) {
    const reading = readPostalCode(rawValue(raw, question.name));
    if (!reading.ok) return { ok: false, code: "not_a_postal_code" };
    const province = question.inProvince && answers[question.inProvince];
    if (province && province !== reading.region)
      return { ok: false, code: "postal_code_elsewhere" };
    return { ok: true, value: reading.postalCode };
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
    ...(question.inProvince
      ? [{ raw: { [question.name]: "H2X 1Y4" }, fieldError: "postal_code_elsewhere" }]
      : []),
    { raw: { [question.name]: "D1A 1A1" }, fieldError: "not_a_postal_code" },
    { raw: { [question.name]: "12345" }, fieldError: "not_a_postal_code" },
  ],
};
