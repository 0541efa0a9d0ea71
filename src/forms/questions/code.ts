import * as z from "zod/mini";
import type { QuestionBase, QuestionKind } from "./question-kind.ts";
import { rawValue } from "./raw-fields.ts";

/**
 * A code that was sent to a person, shown by their app, or written down. It is valid only once, so
 * no page shows it again. The caller checks it.
 */
export interface CodeQuestion extends QuestionBase {
  readonly kind: "code";
  readonly sealed: true;
  /** It has digits only, and this many: a phone offers its number keys. */
  readonly digits?: number;
}

const maxLength = 64;
const hidden = "••••••";

export const code: QuestionKind<CodeQuestion, string> = {
  controls: (question) => [question.name],
  read(raw, question) {
    const tight = rawValue(raw, question.name).replace(/\s/gu, "");
    if (tight.length > maxLength)
      return { ok: false, code: "too_long", params: { max: maxLength } };
    // Six digits are often shown in two groups; other codes keep their hyphens.
    return { ok: true, value: /^\d{3}-\d{3}$/.test(tight) ? tight.replace("-", "") : tight };
  },
  write: (value, question) => ({ [question.name]: value }),
  show: () => hidden,
  exportValue: () => hidden,
  stored: () => z.string(),
  jsonSchema: (question) => ({ [question.name]: { type: "string", maxLength } }),
  view: (question) => ({
    control: "input",
    type: "text",
    value: "",
    autocomplete: "one-time-code",
    ...(question.digits !== undefined && { inputMode: "numeric", digits: question.digits }),
    spellCheck: false,
    autoCapitalize: "none",
  }),
  examples: (question) => [
    { raw: { [question.name]: "123456" } },
    { raw: { [question.name]: "123 456" } },
    { raw: { [question.name]: "Xk3p9-QwRt2" } },
    { raw: { [question.name]: "x".repeat(maxLength + 1) }, fieldError: "too_long" },
    { raw: { [question.name]: "12\u00003456" }, fieldError: "unaccepted_character" },
  ],
};
