import type { QuestionWords } from "./question-kind.ts";

/**
 * Where an option's text comes from. Absent: a message of the question. A name: a family of
 * messages shared by several questions (`forms_option` has yes, no, unsure; `vocabulary_fuel` the
 * fuels). "verbatim": the code itself, if it is the same in both languages (a year, a make). A
 * map: names by code, for rows of a table (a dealership).
 */
export type OptionWords =
  | "verbatim"
  | `forms_${string}`
  | `vocabulary_${string}`
  | "data_class"
  | "faq_group"
  | ReadonlyMap<string, string>;

interface WithOptionWords {
  readonly optionWords?: OptionWords;
}

export function optionText(code: string, question: WithOptionWords, words: QuestionWords): string {
  const { optionWords } = question;
  if (optionWords === "verbatim") return code;
  if (typeof optionWords === "object") return optionWords.get(code) ?? code;
  return optionWords
    ? words.engineText(`${optionWords}_${snakeCase(code)}`)
    : words.ownText(`option_${snakeCase(code)}`);
}

export function ownOptionMessages(
  codes: readonly string[],
  question: WithOptionWords,
): readonly string[] {
  return question.optionWords ? [] : codes.map((code) => `option_${snakeCase(code)}`);
}

export function sharedOptionMessages(
  codes: readonly string[],
  question: WithOptionWords,
): readonly string[] {
  const family = question.optionWords;
  return !family || family === "verbatim" || typeof family === "object"
    ? []
    : codes.map((code) => `${family}_${snakeCase(code)}`);
}

/**
 * The code of a posted option: the code itself, or its text in one of the given languages, so that
 * a sender who only knows the page's text ("Under $400 / Month") is understood.
 */
export function matchingOption(
  typed: string,
  codes: readonly string[],
  question: WithOptionWords,
  languages: readonly QuestionWords[],
): string | undefined {
  const input = plain(typed);
  return (
    codes.find((code) => code === typed.trim()) ??
    codes.find((code) =>
      [code, ...languages.map((words) => optionText(code, question, words))].some(
        (words) => plain(words) === input,
      ),
    )
  );
}

const plain = (words: string) =>
  words.normalize("NFKC").replace(/[–—]/gu, "-").replace(/\s+/gu, " ").trim().toLowerCase();

/** `annualIncome`, `new-brunswick` and `ON` as message keys spell them. */
export function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/gu, "$1_$2")
    .replace(/[^A-Za-z0-9]+/gu, "_")
    .toLowerCase();
}
