import * as z from "zod/mini";
import type { QuestionBase, QuestionKind } from "./question-kind.ts";
import { rawValue } from "./raw-fields.ts";

/** One line of free text. */
export interface TextQuestion extends QuestionBase {
  readonly kind: "text";
  /** In characters as a person counts them. Default 100. */
  readonly maxLength?: number;
  readonly suggests?: "city";
}

const defaultMaxLength = 100;

export const text: QuestionKind<TextQuestion, string> = {
  controls: (question) => [question.name],
  read(raw, question) {
    const value = oneLine(rawValue(raw, question.name));
    const max = question.maxLength ?? defaultMaxLength;
    if (value === "") return { ok: false, code: "missing" };
    return countCharacters(value) > max
      ? { ok: false, code: "too_long", params: { max } }
      : { ok: true, value };
  },
  write: (value, question) => ({ [question.name]: value }),
  show: (value, question) => (question.sealed ? masked(value) : value),
  exportValue: (value) => withoutFormula(value),
  stored: () => z.string(),
  jsonSchema: (question) => ({
    [question.name]: { type: "string", maxLength: question.maxLength ?? defaultMaxLength },
  }),
  view: (question, typed) => ({
    control: "input",
    type: "text",
    value: rawValue(typed, question.name),
    autocomplete: question.autocomplete,
    maxLength: question.maxLength ?? defaultMaxLength,
    suggests: question.suggests,
    ...(question.sealed && { spellCheck: false, autoCapitalize: "characters" }),
  }),
  examples(question) {
    const max = question.maxLength ?? defaultMaxLength;
    return [
      { raw: { [question.name]: "é".repeat(max) } },
      { raw: { [question.name]: "é".repeat(max + 1) }, fieldError: "too_long" },
      { raw: { [question.name]: `O'Brien <b>"&"</b>`.slice(0, max) } },
      { raw: { [question.name]: "Eve\u0000" }, fieldError: "unaccepted_character" },
    ];
  },
};

/**
 * Normalized letters, single spaces, and without invisible characters that reorder or hide text
 * when staff read it.
 */
export function oneLine(typed: string): string {
  return withoutInvisible(typed).replace(/\s+/gu, " ").trim();
}

export function withoutInvisible(typed: string): string {
  return typed
    .normalize("NFC")
    .replace(/[\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\u00AD]/gu, "");
}

export const countCharacters = (value: string) => [...value].length;

/** The last three characters are enough to recognise the number. */
function masked(value: string): string {
  return `••• ••• ${value.slice(-3)}`;
}

/** A spreadsheet runs a cell that starts so as a formula (OWASP, CSV injection). */
export function withoutFormula(value: string): string {
  return /^[=+\-@\t\r]/u.test(value) ? `'${value}` : value;
}
