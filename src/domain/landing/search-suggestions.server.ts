import type { Locale } from "#values/locale.ts";
import type { RegionCode } from "#values/province.ts";
import { FACETS } from "#domain/search/facets.ts";
import { nameKey } from "#domain/search/facet-kinds.ts";
import { type FoundLanding, listLandings } from "./landing-queries.server.ts";
import { searchDictionary } from "#domain/search/search-dictionary.server.ts";
import { correctSpelling } from "#domain/search/search-spelling.ts";
import { splitWords, wordBeginning } from "#domain/search/text-tokens.ts";

/** One thing to search for, and how many cars it has. */
export type SearchSuggestion = {
  kind: "make" | "model" | "city";
  /** "Honda Civic", "Toronto, ON" */
  label: string;
  count: number;
  filters: { make?: string[]; model?: string[]; province?: RegionCode[]; city?: string[] };
};

/**
 * Makes, models and cities of cars for sale that begin with what was typed; if nothing begins with
 * it, those that a misspelt word may mean. The counts are those of the landing pages, which are
 * cached for every footer.
 */
export async function suggestSearches(
  text: string,
  { locale, most }: { locale: Locale; most: number },
): Promise<SearchSuggestion[]> {
  const typed = splitWords(text);
  if (typed.join("").length < 2) return [];
  const all = readSuggestions(await listLandings(), locale);
  const found = startingWith(typed, all);
  if (found.length > 0) return found.slice(0, most);
  const dictionary = await searchDictionary();
  const meant = correctSpelling(text, typed.map(wordBeginning), dictionary);
  return meant === null ? [] : startingWith(splitWords(meant), all).slice(0, most);
}

/** A suggestion, its label's words, and for each word the label from there on without spaces. */
type Suggested = { suggestion: SearchSuggestion; words: string[]; beginnings: string[] };

/** By the list of landing pages, which is a new object after each count. */
const suggested = new WeakMap<readonly FoundLanding[], Partial<Record<Locale, Suggested[]>>>();

function readSuggestions(landings: readonly FoundLanding[], locale: Locale): Suggested[] {
  const cached = suggested.get(landings) ?? {};
  suggested.set(landings, cached);
  return (cached[locale] ??= landings
    .flatMap((landing) => toSuggestion(landing, locale))
    .map((suggestion) => {
      const words = splitWords(suggestion.label);
      const beginnings = words.map((_, at) => words.slice(at).join(""));
      return { suggestion, words, beginnings };
    }));
}

function toSuggestion({ subject, count, filters }: FoundLanding, locale: Locale) {
  const { make, model, province, city } = filters;
  const suggest = (kind: SearchSuggestion["kind"], label: string): SearchSuggestion[] => [
    {
      kind,
      label,
      count,
      filters: {
        ...(make && { make: [...make] }),
        ...(model && { model: [...model] }),
        ...(province && { province: [...province] }),
        ...(city && { city: [...city] }),
      },
    },
  ];
  switch (subject.kind) {
    case "make":
      return suggest("make", subject.make);
    case "model":
      return suggest("model", FACETS.model.label(nameKey(subject.make, subject.model), locale));
    case "city":
      return suggest(
        "city",
        FACETS.city.label(nameKey(subject.provinceCode, subject.city), locale),
      );
    case "bodyType":
    case "province":
      return [];
  }
}

/**
 * Each typed word must begin one of the name's words, or all of them joined must begin the name
 * without spaces ("crv").
 */
function startingWith(typed: readonly string[], all: readonly Suggested[]): SearchSuggestion[] {
  const joined = typed.join("");
  const found = all.filter(
    ({ words, beginnings }) =>
      beginnings.some((beginning) => beginning.startsWith(joined)) ||
      typed.every((each) => words.some((word) => word.startsWith(each))),
  );
  const isFirst = ({ beginnings }: Suggested) => beginnings[0]?.startsWith(joined) === true;
  // `all` has the most cars first, and both parts keep that order.
  return [...found.filter(isFirst), ...found.filter((each) => !isFirst(each))].map(
    ({ suggestion }) => suggestion,
  );
}
