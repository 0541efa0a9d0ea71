import { foldText } from "#values/text-fold.ts";
import { type Code, OPEN, type Range, splitNameKey } from "./facet-kinds.ts";
import { type CodesName, FACET_NAMES, FACETS, isCodesFacet, type SetName } from "./facets.ts";
import { NAMED_VALUES, PHRASES, SAID_OF, TYPED_WORDS } from "./typed-words.ts";

/** The makes, models and towns that listings have had, the last two by `nameKey`: what a text can name. */
export type KnownNames = Readonly<Record<"make" | "model" | "city", { names: readonly string[] }>>;

/** "civic 2018 leather", read. */
export type SearchText = {
  make: string[];
  model: string[];
  year: Range;
  /** "red or blue automatic": those of one facet are alternatives. */
  codes: ReadonlyMap<CodesName, readonly Code[]>;
  /** Beginnings of words that must all occur in the listing, folded; of "4wd|awd" either one. */
  words: string[];
};

export const NO_TEXT: SearchText = { make: [], model: [], year: OPEN, codes: new Map(), words: [] };

const MAX_LENGTH = 100;
const LONGEST_NAME_WORDS = 4;
const LONGEST_PHRASE_WORDS = 3;
/** As the index cuts its words. */
const MAX_WORD_LENGTH = 40;

/** What people call a make beside its name, folded and without spaces. */
const OTHER_MAKE_NAMES = new Map([
  ["vw", "Volkswagen"],
  ["chevy", "Chevrolet"],
  ["mercedes", "Mercedes-Benz"],
  ["benz", "Mercedes-Benz"],
]);

// Every listing here is a car for sale: these say nothing about which.
const SAYS_NOTHING = new Set(
  "a an the and or with in near for car cars auto autos voiture voitures vehicle vehicule used occasion usage usagee d de du des l la le les et ou avec en au pres pour transmission transmissions boite boites".split(
    " ",
  ),
);

/**
 * Reads makes, models, years and named values out of a text; the other words are to be looked for. Spelling with
 * or without spaces is one: "crv", "CR-V", "f 150". A model whose name is a bare number or two
 * letters ("300", "TT") counts only where its make is named too.
 */
export function readSearchText(text: string, known: KnownNames): SearchText {
  const names = nameIndex(known);
  const tokens = splitWords(text);
  const makes = new Set<string>();
  const found: string[] = [];
  const years: number[] = [];
  const codes = new Map<CodesName, Code[]>();
  const words = new Set<string>();
  const lookFor = (word: string) => {
    if (!SAYS_NOTHING.has(word)) words.add(wordBeginning(word));
  };
  const namedMakes = makesNamed(tokens, names);
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at] ?? "";
    const name = longestName(tokens, at, names, namedMakes);
    const year = /^\d{4}$/.test(token) ? Number(token) : Number.NaN;
    const town = countTownWords(tokens, at, names);
    const phrase = longestPhrase(tokens, at);
    if (name) {
      if (name.make) makes.add(name.make);
      found.push(...name.models);
    } else if (isCounted(year)) years.push(year);
    // "Red Deer", « Val-d’Or »: no colours.
    else if (town > 0) tokens.slice(at, at + town).forEach(lookFor);
    else if (phrase?.words) words.add(phrase.words);
    else if (phrase) addCodes(codes, phrase.codes);
    else lookFor(token);
    at += name?.length ?? (isCounted(year) ? 1 : town || (phrase?.length ?? 1));
  }
  const ofNamedMakes = found.filter((model) => makes.has(splitNameKey(model).outer));
  return {
    make: [...makes],
    model: ofNamedMakes.length > 0 ? ofNamedMakes : found,
    year: years.length > 0 ? { min: Math.min(...years), max: Math.max(...years) } : OPEN,
    codes,
    words: [...words],
  };
}

function addCodes(codes: Map<CodesName, Code[]>, named: readonly NamedCode[]): void {
  for (const { facet, code } of named) {
    codes.set(facet, [...new Set([...(codes.get(facet) ?? []), code])]);
  }
}

/** Folded, without what is neither a letter nor a digit. */
export function splitWords(text: string): string[] {
  return foldText(text.slice(0, MAX_LENGTH))
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

/** The text with its makes and models as they are written: "honda crv red" is "Honda CR-V red". */
export function writeNames(text: string, known: KnownNames): string {
  const names = nameIndex(known);
  const tokens = splitWords(text);
  const namedMakes = makesNamed(tokens, names);
  const written: string[] = [];
  for (let at = 0; at < tokens.length;) {
    const name = longestName(tokens, at, names, namedMakes);
    const [model] = name?.models ?? [];
    written.push(name?.make ?? (model ? splitNameKey(model).inner : (tokens[at] ?? "")));
    at += name?.length ?? 1;
  }
  return written.join(" ");
}

function isCounted(year: number): boolean {
  const { first, count } = FACETS.year.steps;
  return year >= first && year < first + count;
}

/** "seats" looks for "seat…", "sièges" for "siege…": a plural finds its singular. */
export function wordBeginning(word: string): string {
  const singular = word.length > 3 ? word.replace(/[sx]$/, "") : word;
  return singular.slice(0, MAX_WORD_LENGTH);
}

type NamedCode = { facet: CodesName; code: Code };
/** A word to look for, or codes; neither where it says nothing. */
type Meaning = { words: string; codes: readonly NamedCode[] };

/** By their words' beginnings: a plural is one with its singular. */
const MEANINGS: ReadonlyMap<string, Meaning> = listMeanings();

function listMeanings(): Map<string, Meaning> {
  const meanings = new Map<string, Meaning>();
  const keyOf = (phrase: string) => phrase.split(" ").map(wordBeginning).join(" ");
  for (const [phrase, words] of PHRASES) meanings.set(keyOf(phrase), { words, codes: [] });
  for (const facet of FACET_NAMES.filter(isCodesFacet)) {
    for (const [code, names] of Object.entries<string>(NAMED_VALUES[facet] ?? {})) {
      for (const key of names.split(", ").map(keyOf)) {
        const others = meanings.get(key)?.codes ?? [];
        meanings.set(key, { words: "", codes: [...others, { facet, code }] });
      }
    }
  }
  return meanings;
}

/** What the words from here on mean together: as many of them as mean something. */
function longestPhrase(
  tokens: readonly string[],
  at: number,
): (Meaning & { length: number }) | null {
  if (isConjunction(tokens, at)) return null;
  for (let length = Math.min(LONGEST_PHRASE_WORDS, tokens.length - at); length > 0; length -= 1) {
    const phrase = tokens.slice(at, at + length).map(wordBeginning);
    const meaning = MEANINGS.get(phrase.join(" "));
    const isOfTheCar = meaning?.codes.every(
      ({ facet }) =>
        !isSaidOf(facet, "before", tokens[at - 1]) &&
        !isSaidOf(facet, "behind", tokens[at + length]),
    );
    if (meaning && isOfTheCar) return { ...meaning, length };
  }
  return null;
}

function isSaidOf(facet: CodesName, side: "before" | "behind", word: string | undefined): boolean {
  const others = SAID_OF[facet]?.[side].split(" ") ?? [];
  return word !== undefined && others.some((other) => wordBeginning(other) === wordBeginning(word));
}

/** "Or" between two words is English and says nothing; at an end, as in « civic or », it is French for gold. */
function isConjunction(tokens: readonly string[], at: number): boolean {
  return tokens[at] === "or" && at > 0 && at < tokens.length - 1;
}

/** By the position of each code; null for a facet that nobody types. */
export function listTypedWords(name: CodesName | SetName): string[] | null {
  const { codes }: { codes: readonly Code[] } = FACETS[name];
  const typed: Partial<Record<Code, string>> | undefined = TYPED_WORDS[name];
  if (!typed) return null;
  return codes.map((code) =>
    [String(code).replaceAll("_", " "), typed[code] ?? ""].join(" ").trim(),
  );
}

type NameIndex = { makes: Map<string, string>; models: Map<string, string[]>; towns: Set<string> };
type FoundName = { make: string | null; models: readonly string[]; length: number };

function longestName(
  tokens: readonly string[],
  at: number,
  names: NameIndex,
  namedMakes: ReadonlySet<string>,
): FoundName | null {
  for (let length = Math.min(LONGEST_NAME_WORDS, tokens.length - at); length > 0; length -= 1) {
    const joined = tokens.slice(at, at + length).join("");
    const make = names.makes.get(joined);
    if (make) return { make, models: [], length };
    const models = (names.models.get(joined) ?? []).filter(
      (model) => !isVague(joined) || namedMakes.has(splitNameKey(model).outer),
    );
    if (models.length > 0) return { make: null, models, length };
  }
  return null;
}

/** How many words of a town's name, of two or more, stand here. */
function countTownWords(tokens: readonly string[], at: number, { towns }: NameIndex): number {
  for (let length = Math.min(LONGEST_NAME_WORDS, tokens.length - at); length > 1; length -= 1) {
    if (towns.has(tokens.slice(at, at + length).join(" "))) return length;
  }
  return 0;
}

/** "2500 km", "300", "x1": too often something else than a model. */
function isVague(name: string): boolean {
  return name.length <= 2 || /^\d+$/.test(name);
}

function makesNamed(tokens: readonly string[], names: NameIndex): Set<string> {
  const makes = new Set<string>();
  for (let at = 0; at < tokens.length; at += 1) {
    for (let length = 1; length <= LONGEST_NAME_WORDS; length += 1) {
      const make = names.makes.get(tokens.slice(at, at + length).join(""));
      if (make) makes.add(make);
    }
  }
  return makes;
}

const indexes = new WeakMap<KnownNames, NameIndex>();

function nameIndex(known: KnownNames): NameIndex {
  const kept = indexes.get(known);
  if (kept) return kept;
  const makes = new Map(known.make.names.map((make) => [joinedFold(make), make]));
  for (const [other, make] of OTHER_MAKE_NAMES) {
    if (known.make.names.includes(make)) makes.set(other, make);
  }
  const index = {
    makes,
    models: Map.groupBy(known.model.names, (key) => joinedFold(splitNameKey(key).inner)),
    towns: new Set(known.city.names.map((key) => splitWords(splitNameKey(key).inner).join(" "))),
  };
  indexes.set(known, index);
  return index;
}

function joinedFold(name: string): string {
  return foldText(name).replace(/[^a-z0-9]/g, "");
}
