import type { QuestionWords } from "./question-kind.ts";

/**
 * Where the words of an option come from: its own message under the question when this is absent; a
 * message family that several questions share (`forms_option` has yes, no, unsure; `vocabulary_fuel` the
 * fuels); or "verbatim", the
 * code itself, where it is the same word in both languages (a year, a make); or the names of what
 * the options are, by code, where they are rows of a table (a dealership).
 */
export type OptionWords =
  | "verbatim"
  | `forms_${string}`
  | `vocabulary_${string}`
  | "data_class"
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
 * The code a post names: by itself, or by its words in a language given, so that a sender who knows
 * only what the page says ("Under $400 / Month") is understood.
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
