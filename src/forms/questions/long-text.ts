import * as z from "zod/mini";
import type { QuestionBase, QuestionKind, ReadResult } from "./question-kind.ts";
import { rawValue } from "./raw-fields.ts";
import { countCharacters, withoutFormula, withoutInvisible } from "./text.ts";

/** Free text of several lines. */
export interface LongTextQuestion extends QuestionBase {
  readonly kind: "long-text";
  /** Default 2,000 characters. */
  readonly maxLength?: number;
  /** In characters, if a word or two would not be enough. */
  readonly minLength?: number;
  /** Lines to begin with. Default 5. */
  readonly rows?: number;
}

const defaultMaxLength = 2_000;

export const longText: QuestionKind<LongTextQuestion, string> = {
  controls: (question) => [question.name],
  read(raw, question): ReadResult<string> {
    const value = withoutInvisible(rawValue(raw, question.name)).replace(/\r\n?/gu, "\n").trim();
    const max = question.maxLength ?? defaultMaxLength;
    if (value === "") return { ok: false, code: "missing" };
    const min = question.minLength ?? 0;
    const length = countCharacters(value);
    if (length < min) return { ok: false, code: "too_short", params: { min } };
    if (length > max) return { ok: false, code: "too_long", params: { max } };
    return { ok: true, value };
  },
  write: (value, question) => ({ [question.name]: value }),
  show: (value) => value,
  exportValue: (value) => withoutFormula(value),
  stored: () => z.string(),
  jsonSchema: (question) => ({
    [question.name]: {
      type: "string",
      maxLength: question.maxLength ?? defaultMaxLength,
      ...(question.minLength && { minLength: question.minLength }),
    },
  }),
  view: (question, typed) => ({
    control: "textarea",
    value: rawValue(typed, question.name),
    maxLength: question.maxLength ?? defaultMaxLength,
    rows: question.rows ?? 5,
  }),
  examples(question) {
    const max = question.maxLength ?? defaultMaxLength;
    return [
      { raw: { [question.name]: "First line\r\nsecond line" } },
      { raw: { [question.name]: "x".repeat(max) } },
      { raw: { [question.name]: "x".repeat(max + 1) }, fieldError: "too_long" },
      { raw: { [question.name]: "bell\u0007" }, fieldError: "unaccepted_character" },
      ...(question.minLength
        ? [
            {
              raw: { [question.name]: "x".repeat(question.minLength - 1) },
              fieldError: "too_short",
            },
          ]
        : []),
    ];
  },
};
