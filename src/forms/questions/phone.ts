import { type E164, readPhone } from "#values/phone.ts";
import { formatPhone } from "#values/format.ts";
import * as z from "zod/mini";
import type { QuestionBase, QuestionKind } from "./question-kind.ts";
import { rawValue } from "./raw-fields.ts";

/** A number in Canada, in any format; stored as E.164. An extension is read and left out. */
export interface PhoneQuestion extends QuestionBase {
  readonly kind: "phone";
}

export const phone: QuestionKind<PhoneQuestion, E164> = {
  controls: (question) => [question.name],
  read(raw, question) {
    const reading = readPhone(rawValue(raw, question.name));
    if (reading.ok) return { ok: true, value: reading.e164 };
    return {
      ok: false,
      code: reading.code === "not_canadian" ? "phone_not_canadian" : "not_a_phone",
    };
  },
  write: (value, question) => ({ [question.name]: value }),
  show: (value, _question, words) => formatPhone(value, words.locale),
  exportValue: (value) => value,
  stored: () => z.pipe(z.e164(), z.templateLiteral(["+", z.string()])),
  jsonSchema: (question) => ({ [question.name]: { type: "string", examples: ["+14165550123"] } }),
  view: (question, typed) => ({
    control: "input",
    type: "tel",
    value: showTyped(rawValue(typed, question.name)),
    inputMode: "tel",
    autocomplete: question.autocomplete,
  }),
  examples: (question) => [
    { raw: { [question.name]: "416-555-0123" } },
    { raw: { [question.name]: "+1 (604) 555 0123" } },
    { raw: { [question.name]: "416-155-0123" }, fieldError: "not_a_phone" },
    { raw: { [question.name]: "911" }, fieldError: "not_a_phone" },
    { raw: { [question.name]: "212 555 0123" }, fieldError: "phone_not_canadian" },
  ],
};

/** Typed text is shown unchanged; a stored number is formatted. */
function showTyped(text: string): string {
  return /^\+1\d{10}$/.test(text) ? formatPhone(text, "en") : text;
}
