import { foldText } from "#values/text-fold.ts";
import { type Code, OPEN, type Range, splitNameKey } from "./facet-kinds.ts";
import { type CodesName, FACETS, type SetName } from "./facets.ts";
import { PHRASES, TYPED_WORDS } from "./typed-words.ts";

/** The makes and models that listings have had, these by `nameKey`: what a text can name. */
export type KnownNames = Readonly<Record<"make" | "model", { names: readonly string[] }>>;

/** "civic 2018 leather", read. */
export type SearchText = {
  make: string[];
  model: string[];
  year: Range;
  /** Beginnings of words that must all occur in the listing, folded; of "4wd|awd" either one. */
  words: string[];
};

export const NO_TEXT: SearchText = { make: [], model: [], year: OPEN, words: [] };

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
 * Reads makes, models and years out of a text; the other words are to be looked for. Spelling with
 * or without spaces is one: "crv", "CR-V", "f 150". A model whose name is a bare number or two
 * letters ("300", "TT") counts only where its make is named too.
 */
export function readSearchText(text: string, known: KnownNames): SearchText {
  const names = nameIndex(known);
  const tokens = splitWords(text);
  const makes = new Set<string>();
  const found: string[] = [];
  const years: number[] = [];
  const words = new Set<string>();
  const namedMakes = makesNamed(tokens, names);
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at] ?? "";
    const name = longestName(tokens, at, names, namedMakes);
    if (name) {
      if (name.make) makes.add(name.make);
      found.push(...name.models);
      at += name.length;
      continue;
    }
    const year = /^\d{4}$/.test(token) ? Number(token) : Number.NaN;
    const phrase = isConjunction(tokens, at) ? null : longestPhrase(tokens, at);
    if (isCounted(year)) years.push(year);
    else if (phrase) words.add(phrase.means);
    else if (!SAYS_NOTHING.has(token)) words.add(wordBeginning(token));
    at += phrase?.length ?? 1;
  }
  const ofNamedMakes = found.filter((model) => makes.has(splitNameKey(model).outer));
  return {
    make: [...makes],
    model: ofNamedMakes.length > 0 ? ofNamedMakes : found,
    year: years.length > 0 ? { min: Math.min(...years), max: Math.max(...years) } : OPEN,
    words: [...words],
  };
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

/** By their words' beginnings: a plural is one with its singular. */
const MEANINGS: ReadonlyMap<string, string> = new Map(
  Array.from(PHRASES, ([phrase, means]) => [phrase.split(" ").map(wordBeginning).join(" "), means]),
);

function longestPhrase(
  tokens: readonly string[],
  at: number,
): { means: string; length: number } | null {
  for (let length = Math.min(LONGEST_PHRASE_WORDS, tokens.length - at); length > 0; length -= 1) {
    const phrase = tokens.slice(at, at + length);
    const means = MEANINGS.get(phrase.map(wordBeginning).join(" "));
    if (means !== undefined) return { means, length };
  }
  return null;
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

type NameIndex = { makes: Map<string, string>; models: Map<string, string[]> };
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
  };
  indexes.set(known, index);
  return index;
}

function joinedFold(name: string): string {
  return foldText(name).replace(/[^a-z0-9]/g, "");
}
