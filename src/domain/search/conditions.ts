import type { Point } from "#values/distance.ts";
import { type Code, isOpen, type Range, splitNameKey } from "./facet-kinds.ts";
import {
  type CodesName,
  type FacetName,
  FILTER_NAMES,
  innerFacet,
  isOuter,
  isRangeFacet,
  isSetFacet,
  type NamesName,
  outerFacet,
  type OuterName,
  type RangeName,
  type SetName,
} from "./facets.ts";
import type { PricesByTax, SearchFilters, SearchRequest } from "./search.ts";

/** The conditions that a listing must fulfil, by facet. */
export type Conditions<Part> = {
  /** Apply whatever facet is counted: live or sold, and the text. */
  always: Part[];
  byFacet: ReadonlyMap<FacetName, Part>;
  /**
   * The condition that remains when the filter of a make's models (a province's cities) is left
   * out.
   */
  outer: ReadonlyMap<FacetName, Part>;
};

export type Circle = Point & { radiusKm: number };

/**
 * The conditions that each implementation of the search expresses in its own terms: in SQL, or as a
 * set of cars.
 */
export type ConditionLanguage<Part> = {
  hasStatus(status: SearchFilters["status"]): Part;
  /** The car has any of the values; no car matches if only unknown ones are requested. */
  hasAny(name: CodesName | NamesName, values: readonly Code[]): Part;
  /** The car has every one of the values. */
  hasAll(name: SetName, values: readonly Code[]): Part;
  /** The range has at least one end. */
  isWithin(name: RangeName, range: Range): Part;
  isPricedByTax(pricesByTax: readonly PricesByTax[]): Part;
  isInCircle(circle: Circle): Part;
  /** All these beginnings of words occur in the listing. */
  hasWords(words: readonly string[]): Part;
  both(one: Part, other: Part): Part;
  either(one: Part, other: Part): Part;
  never(): Part;
};

/**
 * Builds the conditions of a request, for every implementation.
 *
 * @param words beginnings of words that must all occur, as `listWords` returns them
 */
export function buildConditions<Part>(
  request: Pick<SearchRequest, "filters" | "geo">,
  words: readonly string[],
  language: ConditionLanguage<Part>,
): Conditions<Part> {
  const { filters, geo } = request;
  const byFacet = new Map<FacetName, Part>();
  const outer = new Map<FacetName, Part>();
  const add = (facet: FacetName, condition: Part | null) => {
    if (condition) byFacet.set(facet, condition);
  };
  for (const name of FILTER_NAMES) {
    const inner = innerFacet(name);
    if (isRangeFacet(name)) add(name, chooseRange(name, filters, language));
    else if (isSetFacet(name)) {
      add(name, filters[name].length === 0 ? null : language.hasAll(name, filters[name]));
    } else if (inner && isOuter(name)) {
      // One condition covers both levels. It belongs to the narrower one if that is filtered.
      const choice = chooseNested({ outer: name, inner }, filters, language);
      add(choice.inner ? inner : name, choice.inner ?? choice.outer);
      if (choice.inner && choice.outer) outer.set(inner, choice.outer);
    } else if (!outerFacet(name)) add(name, chooseAny(name, filters[name], language));
  }
  if (geo && geo.radiusKm !== null) {
    add("distance", language.isInCircle({ ...geo, radiusKm: geo.radiusKm }));
  }
  return { always: buildAlways(filters, words, language), byFacet, outer };
}

/** All conditions, or all except one facet's own. */
export function listConditions<Part>(
  { always, byFacet, outer }: Conditions<Part>,
  but?: FacetName,
): Part[] {
  const parts = [...always];
  for (const [facet, condition] of byFacet) {
    // If the make is left out, so are its models.
    if (facet !== but && (but === undefined || outerFacet(facet) !== but)) parts.push(condition);
    else if (facet === but) {
      const stays = outer.get(facet);
      if (stays) parts.push(stays);
    }
  }
  return parts;
}

/** Facets whose own filter changes their counts: each is counted once more without it. */
export function activeFacets({ byFacet }: Conditions<unknown>): FacetName[] {
  const filtered = [...byFacet.keys()];
  return [...new Set([...filtered, ...filtered.flatMap((name) => outerFacet(name) ?? [])])];
}

function buildAlways<Part>(
  { status }: SearchFilters,
  words: readonly string[],
  language: ConditionLanguage<Part>,
): Part[] {
  const parts = [language.hasStatus(status)];
  if (words.length > 0) parts.push(language.hasWords(words));
  return parts;
}

/** An outer value includes all its inner values, unless one of them is chosen. */
function chooseNested<Part, Outer extends OuterName, Inner extends NamesName>(
  { outer, inner }: { outer: Outer; inner: Inner },
  chosen: Readonly<Record<Outer | Inner, readonly string[]>>,
  language: ConditionLanguage<Part>,
): { outer: Part | null; inner: Part | null } {
  const inners = chosen[inner];
  const narrowed = new Set(inners.map((key) => splitNameKey(key).outer));
  const outers = chooseAny(outer, [...new Set([...chosen[outer], ...narrowed])], language);
  if (inners.length === 0) return { outer: outers, inner: null };
  const whole = chooseAny(
    outer,
    chosen[outer].filter((value) => !narrowed.has(value)),
    language,
  );
  const named = language.hasAny(inner, inners);
  return { outer: outers, inner: whole ? language.either(whole, named) : named };
}

function chooseRange<Part>(
  name: RangeName,
  filters: SearchFilters,
  language: ConditionLanguage<Part>,
): Part | null {
  const condition = isOpen(filters[name]) ? null : language.isWithin(name, filters[name]);
  if (name !== "price" || filters.pricesByTax === null) return condition;
  const any = language.isPricedByTax(filters.pricesByTax);
  return condition ? language.both(condition, any) : any;
}

/** Expresses prices by tax with a language's conditions for prices and taxes only. */
export function joinPricesByTax<Part>(
  language: Pick<ConditionLanguage<Part>, "isWithin" | "both" | "either" | "never"> & {
    isTaxedAs(cars: PricesByTax["cars"]): Part;
  },
): ConditionLanguage<Part>["isPricedByTax"] {
  return (pricesByTax) =>
    pricesByTax
      .map(({ prices, cars }) => {
        const are = language.isTaxedAs(cars);
        return isOpen(prices) ? are : language.both(are, language.isWithin("price", prices));
      })
      .reduce(language.either, language.never());
}

/** Null if no value is requested. */
function chooseAny<Part>(
  name: CodesName | NamesName,
  values: readonly Code[],
  language: ConditionLanguage<Part>,
): Part | null {
  return values.length === 0 ? null : language.hasAny(name, values);
}
