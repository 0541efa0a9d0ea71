import { foldText } from "#values/text-fold.ts";

/** One word of a typed text. */
export type Token = {
  /** Folded: letters a to z and digits only. */
  word: string;
  /** As typed. */
  raw: string;
  /** The spaces and signs before it, and those after it up to the next word. */
  before: string;
  behind: string;
};

const MAX_LENGTH = 100;
/** The length at which the index of words cuts them. */
const MAX_WORD_LENGTH = 40;

/** The words in the first hundred characters of a text. */
export function splitTokens(text: string): Token[] {
  const cut = text.slice(0, MAX_LENGTH);
  const found = [...cut.matchAll(/[\p{L}\p{M}\p{N}]+/gu)];
  return found.flatMap(({ 0: raw, index }, at) => {
    const word = foldText(raw).replace(/[^a-z0-9]/g, "");
    if (word === "") return [];
    const last = found[at - 1];
    const next = found[at + 1];
    const before = cut.slice(last ? last.index + last[0].length : 0, index);
    const behind = cut.slice(index + raw.length, next?.index);
    return [{ word, raw, before, behind }];
  });
}

export function splitWords(text: string): string[] {
  return splitTokens(text).map(({ word }) => word);
}

/** "seats" becomes "seat…", "sièges" becomes "siege…", so that a plural finds its singular. */
export function wordBeginning(word: string): string {
  const singular = word.length > 3 ? word.replace(/[sx]$/, "") : word;
  return singular.slice(0, MAX_WORD_LENGTH);
}

/** The key by which phrases are compared; a plural equals its singular. */
export function phraseKey(words: readonly string[]): string {
  return words.map(wordBeginning).join(" ");
}

/**
 * Finds the longest phrase of a table that begins at this position.
 *
 * @param phrases by `phraseKey`
 */
export function findPhrase<Meaning>(
  tokens: readonly Token[],
  at: number,
  phrases: ReadonlyMap<string, Meaning>,
): { meaning: Meaning; length: number } | null {
  const words = tokens.slice(at, at + LONGEST_PHRASE_WORDS).map(({ word }) => word);
  for (let length = words.length; length > 0; length -= 1) {
    const meaning = phrases.get(phraseKey(words.slice(0, length)));
    if (meaning !== undefined) return { meaning, length };
  }
  return null;
}

const LONGEST_PHRASE_WORDS = 5;

/** Makes a table of phrases from each meaning and its phrases: "under, less than, moins de". */
export function listPhrases<Meaning>(
  said: readonly (readonly [Meaning, phrases: string])[],
): ReadonlyMap<string, Meaning> {
  return new Map(
    said.flatMap(([meaning, phrases]) =>
      phrases.split(", ").map((phrase) => [phraseKey(phrase.split(" ")), meaning] as const),
    ),
  );
}
