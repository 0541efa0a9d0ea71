import type { Code } from "./facet-kinds.ts";
import {
  type CodesName,
  FACET_NAMES,
  FACETS,
  isCodesFacet,
  isSetFacet,
  type SetName,
} from "./facets.ts";
import { phraseKey, type Token, wordBeginning } from "./text-tokens.ts";
import { NAMED_VALUES, SAID_OF } from "./typed-words.ts";

export type NamedCode = { facet: CodesName | SetName; code: Code };

/** By the beginnings of their words, so that a plural equals its singular. */
export const NAMED: ReadonlyMap<string, readonly NamedCode[]> = listNamedValues();

function listNamedValues(): Map<string, NamedCode[]> {
  const named = new Map<string, NamedCode[]>();
  for (const facet of FACET_NAMES.filter((name) => isCodesFacet(name) || isSetFacet(name))) {
    const { codes }: { codes: readonly Code[] } = FACETS[facet];
    const said: Partial<Record<Code, string>> = NAMED_VALUES[facet] ?? {};
    for (const code of codes) {
      for (const key of new Set(
        said[code]?.split(", ").map((each) => phraseKey(each.split(" "))),
      )) {
        named.set(key, [...(named.get(key) ?? []), { facet, code }]);
      }
    }
  }
  return named;
}

/**
 * Whether a name is a value of the car itself, judged by the words beside it: "electric" of
 * "electric windows" is not.
 */
export function isOfTheCar(
  tokens: readonly Token[],
  at: number,
  { meaning, length }: { meaning: readonly NamedCode[]; length: number },
): boolean {
  return meaning.every(
    ({ facet }) =>
      !isSaidOf(facet, "before", tokens[at - 1]) && !isSaidOf(facet, "behind", tokens[at + length]),
  );
}

function isSaidOf(
  facet: CodesName | SetName,
  side: "before" | "behind",
  token: Token | undefined,
): boolean {
  const others = (isCodesFacet(facet) && SAID_OF[facet]?.[side].split(" ")) || [];
  return (
    token !== undefined &&
    others.some((other) => wordBeginning(other) === wordBeginning(token.word))
  );
}

/**
 * "Or" between two words is English and has no meaning here; at an end, as in « civic or », it is
 * French for gold.
 */
export function isConjunction(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.word === "or" && at > 0 && at < tokens.length - 1;
}
