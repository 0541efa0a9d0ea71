import { CATALOGUE, MAKES } from "#domain/catalogue/catalogue.ts";
import { type Code, nameKey, type Range } from "#domain/search/facet-kinds.ts";
import {
  FACETS,
  FILTER_NAMES,
  type FilterName,
  formatValue,
  isNamesFacet,
  isRangeFacet,
  type RangeName,
} from "#domain/search/facets.ts";
import type { SearchFilters } from "#domain/search/search.ts";
import { readSearchText } from "#domain/search/search-text.ts";
import type { Locale } from "#values/locale.ts";

/** Every make and model that is sold here, in stock or not. Cities are left out. */
const KNOWN = {
  make: { names: MAKES },
  model: {
    names: MAKES.flatMap((make) => CATALOGUE[make].map((model) => nameKey(make, model))),
  },
  city: { names: [] },
} as const satisfies Parameters<typeof readSearchText>[1];

const KNOWN_NAMES: ReadonlySet<string> = new Set([...KNOWN.make.names, ...KNOWN.model.names]);

/** Nobody looks for more kinds of car at once. */
const MOST_VALUES = 12;

/**
 * What may be counted of a search: its filters, with only the makes and models that we know, and
 * the makes and models that its text names. No place, no budget of one's own, and no other word.
 */
export function writeCountedQuery(
  filters: Omit<SearchFilters, "pricesByTax">,
  text: string,
): string {
  const typed = readSearchText(text, KNOWN).filters;
  const params = new URLSearchParams();
  for (const name of FILTER_NAMES) {
    const { param } = FACETS[name];
    if (isRangeFacet(name)) {
      const { min, max } = roundRange(name, filters[name]);
      if (min !== null) params.set(`${param}Min`, String(min));
      if (max !== null) params.set(`${param}Max`, String(max));
      continue;
    }
    const chosen: readonly Code[] = filters[name];
    const values = isNamesFacet(name)
      ? [...chosen, ...(name === "city" ? [] : (typed[name] ?? []))].filter((value) =>
          KNOWN_NAMES.has(String(value)),
        )
      : chosen;
    for (const value of [...new Set(values.map(String))].toSorted().slice(0, MOST_VALUES))
      params.append(param, value);
  }
  return params.toString();
}

/** To the steps in which the page counts, so that many searches are one. */
function roundRange(name: RangeName, { min, max }: Range): Range {
  const { first, size, count } = FACETS[name].steps;
  const round = (value: number | null) =>
    value === null
      ? null
      : first + Math.min(Math.max(Math.round((value - first) / size), 0), count - 1) * size;
  return { min: round(min), max: round(max) };
}

/** "Make: Ferrari · Budget: ≤ $20,000", in the language of the page; empty for no filter. */
export function describeCountedQuery(query: string, locale: Locale): string {
  const params = new URLSearchParams(query);
  const parts = FILTER_NAMES.map((name) => {
    const said = describeFilter(name, params, locale);
    return said && `${FACETS[name].heading()}${locale === "fr" ? "\u00a0" : ""}: ${said}`;
  });
  return parts.filter(Boolean).join(" · ");
}

function describeFilter(name: FilterName, params: URLSearchParams, locale: Locale): string {
  const { param } = FACETS[name];
  if (!isRangeFacet(name))
    return params
      .getAll(param)
      .map((value) => formatValue(name, readCode(name, value), locale))
      .join(", ");
  const [min, max] = [params.get(`${param}Min`), params.get(`${param}Max`)];
  const format = (value: string) => FACETS[name].format(Number(value), locale);
  if (min && max) return `${format(min)} – ${format(max)}`;
  return min ? `≥ ${format(min)}` : max ? `≤ ${format(max)}` : "";
}

/** Some codes are numbers, such as those of seats. */
function readCode(name: Exclude<FilterName, RangeName>, value: string): Code {
  if (isNamesFacet(name)) return value;
  const codes: readonly Code[] = FACETS[name].codes;
  return codes.find((code) => String(code) === value) ?? value;
}
