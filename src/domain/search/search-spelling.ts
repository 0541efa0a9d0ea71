import { foldText } from "#values/text-fold.ts";
import { misspelling } from "#values/spelling.ts";
import { splitNameKey } from "./facet-kinds.ts";
import { FACET_NAMES, isCodesFacet, isSetFacet } from "./facets.ts";
import { type KnownNames, writeNames } from "./known-names.ts";
import { readSearchText } from "./search-text.ts";
import { splitWords, wordBeginning } from "./text-tokens.ts";
import { listTypedWords, NAMED_VALUES } from "./typed-words.ts";

/** With more misspelt words than this, the text is a sentence that can hardly be corrected. */
const MOST_MISSPELT = 3;
const CHOICES_A_WORD = 4;

/**
 * The text with its misspelt words corrected and official names: "hunday civc" is "Honda Civic". Of
 * several corrections the nearest is used, and preferably one in which the make has the model. Null
 * if a word stays unknown.
 *
 * @param misspelt words as `listWords` returns them, which no car has
 */
export function correctSpelling(
  text: string,
  misspelt: readonly string[],
  known: KnownNames,
): string | null {
  const tokens = splitWords(text);
  const wrong = tokens.flatMap((token, at) =>
    misspelt.includes(wordBeginning(token)) ? [at] : [],
  );
  if (wrong.length === 0 || wrong.length > MOST_MISSPELT) return null;
  let ways: Way[] = [{ tokens, distance: 0 }];
  for (const at of wrong) {
    const choices = nearestWords(tokens[at] ?? "", known);
    ways = ways.flatMap((way) =>
      choices.map(({ word, distance }) => ({
        tokens: way.tokens.with(at, word),
        distance: way.distance + distance,
      })),
    );
  }
  const [best] = ways
    .map((way) => ({ ...way, isAtOdds: isAtOdds(way.tokens.join(" "), known) }))
    .toSorted((a, b) => Number(a.isAtOdds) - Number(b.isAtOdds) || a.distance - b.distance);
  return best ? writeTowns(writeNames(best.tokens.join(" "), known), known) : null;
}

type Way = { tokens: string[]; distance: number };

function nearestWords(typed: string, known: KnownNames): { word: string; distance: number }[] {
  const near: { word: string; distance: number }[] = [];
  for (const word of vocabulary(known)) {
    const distance = misspelling(typed, word);
    if (distance !== null) near.push({ word, distance });
  }
  // The first letter is rarely wrong.
  const rank = ({ word, distance }: (typeof near)[number]) =>
    distance + (word[0] === typed[0] ? 0 : 0.1);
  return near.toSorted((a, b) => rank(a) - rank(b)).slice(0, CHOICES_A_WORD);
}

/** Whether the text names a make and a model of another make. */
function isAtOdds(text: string, known: KnownNames): boolean {
  const { make = [], model = [] } = readSearchText(text, known).filters;
  const makers = new Set(model.map((key) => splitNameKey(key).outer));
  // The makes of models are read with them.
  return model.length > 0 && make.some((each) => !makers.has(each));
}

function writeTowns(text: string, { city }: KnownNames): string {
  const towns = new Map(
    city.names.map((key) => splitNameKey(key).inner).map((town) => [foldText(town), town]),
  );
  return text
    .split(" ")
    .map((word) => towns.get(word) ?? word)
    .join(" ");
}

const vocabularies = new WeakMap<KnownNames, readonly string[]>();

/**
 * Makes, models, cities of cars, and what people type for body, fuel and so on: each word of a
 * name, and the name as one word, as people in a hurry type it.
 */
function vocabulary(known: KnownNames): readonly string[] {
  const cached = vocabularies.get(known);
  if (cached) return cached;
  const inner = (key: string) => splitNameKey(key).inner;
  const names = [
    ...known.make.names,
    ...known.model.names.map(inner),
    ...known.city.names.map(inner),
  ];
  const typed = [...FACET_NAMES.filter(isCodesFacet), ...FACET_NAMES.filter(isSetFacet)].flatMap(
    (name) => listTypedWords(name) ?? [],
  );
  const valueNames = Object.values(NAMED_VALUES).flatMap((each) => Object.values<string>(each));
  const phrases = valueNames.flatMap((each) => each.split(", "));
  const words = [...names, ...typed, ...phrases].flatMap((name) => {
    const parts = splitWords(name);
    return [...parts, parts.join("")];
  });
  const all = [...new Set(words.map(foldText))];
  vocabularies.set(known, all);
  return all;
}
