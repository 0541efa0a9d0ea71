import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";
import type { RegionCode } from "#values/province.ts";
import type { Agreement, TickedBox } from "./gates.ts";
import type { Question } from "./questions/kinds.ts";
import { type RawFields, rawValue } from "./questions/raw-fields.ts";

/**
 * Charter of the French language, s. 55: a person in Quebec is shown a contract in French first,
 * and can agree to it in English only after expressly choosing English.
 */
export function isFrenchFirst(
  locale: Locale,
  provinceCode: RegionCode | null | undefined,
): boolean {
  return locale === "en" && provinceCode === "QC";
}

/** The express choice of English, in a form of its own or beside other consents. */
export const ENGLISH_CHOSEN = {
  kind: "consent",
  name: "englishChosen",
  words: "english_chosen",
  optional: true,
  ownErrors: ["french_first"],
} as const satisfies Question;

/** The same as a box on a gate's page. Increase the version whenever its text changes. */
export function buildEnglishBox(locale: Locale): TickedBox {
  return {
    purpose: "contract_language",
    text: m.english_chosen_label({}, { locale }),
    version: 1,
  };
}

/** Whether English was chosen before, with the present text. */
export function hasChosenEnglish(consents: readonly Agreement[], locale: Locale): boolean {
  const { purpose, text } = buildEnglishBox(locale);
  return consents.some((each) => each.purpose === purpose && each.text === text);
}

export function isEnglishChosen(raw: RawFields): boolean {
  return rawValue(raw, ENGLISH_CHOSEN.name) === "yes";
}
