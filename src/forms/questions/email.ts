import { readEmail } from "#values/email.ts";
import * as z from "zod/mini";
import type { QuestionBase, QuestionKind } from "./question-kind.ts";
import { rawValue } from "./raw-fields.ts";
import { withoutInvisible } from "./text.ts";

export interface EmailQuestion extends QuestionBase {
  readonly kind: "email";
}

export const email: QuestionKind<EmailQuestion, string> = {
  controls: (question) => [question.name],
  read(raw, question) {
    const reading = readEmail(withoutInvisible(rawValue(raw, question.name)));
    if (reading.ok) return { ok: true, value: reading.email };
    // RFC 5321's limit, which `readEmail` applies.
    if (reading.code === "too_long") return { ok: false, code: "too_long", params: { max: 254 } };
    return { ok: false, code: "not_an_email" };
  },
  write: (value, question) => ({ [question.name]: value }),
  show: (value) => value,
  exportValue: (value) => value,
  stored: () => z.string(),
  jsonSchema: (question) => ({
    [question.name]: { type: "string", format: "email", maxLength: 254 },
  }),
  view: (question, typed) => ({
    control: "input",
    type: "email",
    value: rawValue(typed, question.name),
    inputMode: "email",
    autocomplete: question.autocomplete,
    spellCheck: false,
    autoCapitalize: "none",
  }),
  examples: (question) => [
    { raw: { [question.name]: "name@example.com" } },
    { raw: { [question.name]: " Zoé.L+car@Example.CA " }, fieldError: "not_an_email" },
    { raw: { [question.name]: "zoe.l+car@Example.CA" } },
    { raw: { [question.name]: "name@" }, fieldError: "not_an_email" },
    { raw: { [question.name]: `${"x".repeat(300)}@example.com` }, fieldError: "too_long" },
  ],
};
