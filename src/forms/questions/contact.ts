import { readEmail } from "#values/email.ts";
import { readPhone } from "#values/phone.ts";
import * as z from "zod/mini";
import type { QuestionBase, QuestionKind } from "./question-kind.ts";
import { rawValue } from "./raw-fields.ts";
import { withoutInvisible } from "./text.ts";

/** An e-mail address or a Canadian phone number; an @ decides which. */
export interface ContactQuestion extends QuestionBase {
  readonly kind: "contact";
}

/** RFC 5321's limit of an address; no number is longer. */
const MAX_LENGTH = 254;

/** The address as it is written, or the number as E.164. */
export const contact: QuestionKind<ContactQuestion, string> = {
  controls: (question) => [question.name],
  read(raw, question) {
    const typed = withoutInvisible(rawValue(raw, question.name)).trim();
    if (typed.includes("@")) {
      const email = readEmail(typed);
      return email.ok ? { ok: true, value: email.email } : { ok: false, code: "not_a_contact" };
    }
    const phone = readPhone(typed);
    return phone.ok ? { ok: true, value: phone.e164 } : { ok: false, code: "not_a_contact" };
  },
  write: (value, question) => ({ [question.name]: value }),
  show: (value) => value,
  exportValue: (value) => value,
  stored: () => z.string(),
  jsonSchema: (question) => ({ [question.name]: { type: "string", maxLength: MAX_LENGTH } }),
  view: (question, typed) => ({
    control: "input",
    type: "text",
    value: rawValue(typed, question.name),
    autocomplete: question.autocomplete,
    spellCheck: false,
    autoCapitalize: "none",
  }),
  examples: (question) => [
    { raw: { [question.name]: "name@example.com" } },
    { raw: { [question.name]: "(416) 555-0123" } },
    { raw: { [question.name]: "name@" }, fieldError: "not_a_contact" },
    { raw: { [question.name]: "555-0123" }, fieldError: "not_a_contact" },
    { raw: { [question.name]: "212 555 0123" }, fieldError: "not_a_contact" },
  ],
};
