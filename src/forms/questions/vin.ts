import { readVin } from "#values/vin.ts";
import * as z from "zod/mini";
import type { QuestionBase, QuestionKind } from "./question-kind.ts";
import { rawValue } from "./raw-fields.ts";

/** 17 characters. A wrong check digit blocks nobody: European cars carry none. */
export interface VinQuestion extends QuestionBase {
  readonly kind: "vin";
}

export const vin: QuestionKind<VinQuestion, string> = {
  controls: (question) => [question.name],
  read(raw, question) {
    const typed = rawValue(raw, question.name);
    const reading = readVin(typed);
    if (reading.ok) return { ok: true, value: reading.vin };
    if (reading.code === "characters") return { ok: false, code: "vin_characters" };
    return {
      ok: false,
      code: "vin_length",
      params: { length: [...typed.replace(/\s+/gu, "")].length },
    };
  },
  write: (value, question) => ({ [question.name]: value }),
  show: (value) => value,
  exportValue: (value) => value,
  stored: () => z.string(),
  jsonSchema: (question) => ({ [question.name]: { type: "string", minLength: 17, maxLength: 17 } }),
  view: (question, typed) => ({
    control: "input",
    type: "text",
    value: rawValue(typed, question.name),
    autocomplete: "off",
    maxLength: 17,
    spellCheck: false,
    autoCapitalize: "characters",
  }),
  examples: (question) => [
    { raw: { [question.name]: "1HGCM82633A004352" } },
    { raw: { [question.name]: "wp0zzz99zts392124" } },
    { raw: { [question.name]: "IHGCM82633A004352" }, fieldError: "vin_characters" },
    { raw: { [question.name]: "1HGCM82633A00435" }, fieldError: "vin_length" },
  ],
};
