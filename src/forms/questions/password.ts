import * as z from "zod/mini";
import type { QuestionBase, QuestionKind } from "./question-kind.ts";
import { rawValue } from "./raw-fields.ts";

/**
 * A password, as typed to the last space. It is never put back into a page, shown or exported; whether
 * it is a good or the right one is for who asks to say.
 */
export interface PasswordQuestion extends QuestionBase {
  readonly kind: "password";
  readonly sealed: true;
  readonly autocomplete: "current-password" | "new-password";
}

const hidden = "••••••••";

export const password: QuestionKind<PasswordQuestion, string> = {
  controls: (question) => [question.name],
  read: (raw, question) => ({ ok: true, value: rawValue(raw, question.name) }),
  write: (value, question) => ({ [question.name]: value }),
  show: () => hidden,
  exportValue: () => hidden,
  stored: () => z.string(),
  jsonSchema: (question) => ({ [question.name]: { type: "string", format: "password" } }),
  view: (question) => ({
    control: "input",
    type: "password",
    value: "",
    autocomplete: question.autocomplete,
    spellCheck: false,
    autoCapitalize: "none",
  }),
  examples: (question) => [
    { raw: { [question.name]: " correct horse battery staple " } },
    { raw: { [question.name]: "x".repeat(10_001) }, fieldError: "too_long" },
    { raw: { [question.name]: "bell\u0007" }, fieldError: "unaccepted_character" },
  ],
};
