import * as z from "zod/mini";
import type { QuestionBase, QuestionKind } from "./question-kind.ts";
import { rawValue } from "./raw-fields.ts";

/**
 * A password, exactly as typed, spaces included. It is never shown again or exported; the caller
 * checks it.
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
