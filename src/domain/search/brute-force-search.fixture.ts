import { distanceKm, distanceMetres } from "#values/distance.ts";
import { foldText } from "#values/text-fold.ts";
import {
  type Code,
  type CodesFacet,
  OPEN,
  type Range,
  type RangeFacet,
  splitNameKey,
  stepAmount,
} from "./facet-kinds.ts";
import {
  FACET_NAMES,
  type FacetName,
  FACETS,
  facetValue,
  FILTER_NAMES,
  type FilterName,
  innerFacet,
  isCodesFacet,
  isNamesFacet,
  isRangeFacet,
  isSetFacet,
  outerFacet,
  type SetName,
} from "./facets.ts";
import type { GeneratedListing } from "./generated-listings.fixture.ts";
import { listWords } from "./search-text.ts";
import { listTypedWords } from "./typed-words.ts";
import {
  type FacetCounts,
  RADII_KM,
  type SearchResult,
  type SearchFilters,
  type SearchRequest,
  type Sort,
} from "./search.ts";

/** The correct result of a search, computed row by row: slow, but simple enough to be trusted. */
export function bruteForceSearch(
  listings: readonly GeneratedListing[],
  request: SearchRequest,
): Omit<SearchResult, "next"> {
  const worded = withText(listings, request.text);
  const found = worded.filter((listing) => matches(listing, request));
  const requested = JSON.stringify(request);
  const facets = FACET_NAMES.map((facet) => {
    const omitted = omit(request, facet);
    // Few facets are filtered. Without the filter of any other facet, the request is the same.
    const isSame = JSON.stringify(omitted) === requested;
    const without = isSame ? found : worded.filter((listing) => matches(listing, omitted));
    // A further code of a set narrows the chosen ones.
    const counted = isSetFacet(facet) ? found : without;
    return [facet, { counts: countBy(facet, counted, request), without: without.length }] as const;
  });
  return {
    count: found.length,
    facets: Object.fromEntries(facets) as Record<FacetName, FacetCounts>,
    ids: found.toSorted((a, b) => compare(a, b, request)).map(({ id }) => id),
  };
}

function omit(request: SearchRequest, facet: FacetName): SearchRequest {
  const { filters, geo } = request;
  if (facet === "distance") return { ...request, geo: geo && { ...geo, radiusKm: null } };
  const outer = outerFacet(facet);
  const inner = innerFacet(facet);
  const without = {
    [facet]: isRangeFacet(facet) ? OPEN : [],
    ...(facet === "price" ? { pricesByTax: null } : {}),
    ...(inner ? { [inner]: [] } : {}),
    // The makes of the chosen models stay.
    ...(outer && isNamesFacet(facet)
      ? { [outer]: [...filters[outer], ...filters[facet].map((key) => splitNameKey(key).outer)] }
      : {}),
  };
  return { ...request, filters: { ...filters, ...without } };
}

function matches(listing: GeneratedListing, { filters, geo }: SearchRequest): boolean {
  return (
    listing.state === filters.status &&
    FILTER_NAMES.every((name) => passes(name, filters, listing)) &&
    hasPriceByTax(filters, listing) &&
    (geo === null || geo.radiusKm === null || distanceKm(geo, listing) <= geo.radiusKm)
  );
}

function hasPriceByTax({ pricesByTax }: SearchFilters, listing: GeneratedListing): boolean {
  if (pricesByTax === null) return true;
  const isDealer = listing.seller === "dealer";
  return pricesByTax.some(
    ({ prices, cars }) =>
      cars.some(
        (each) => each.provinceCode === listing.provinceCode && each.isDealer === isDealer,
      ) && within(prices, listing.priceCad),
  );
}

function passes(name: FilterName, filters: SearchFilters, listing: GeneratedListing): boolean {
  if (isSetFacet(name)) {
    const has: readonly Code[] = listing[FACETS[name].column];
    return filters[name].every((code) => has.includes(code));
  }
  const value = facetValue(name, listing);
  if (isRangeFacet(name)) return within(filters[name], Number(value));
  if (outerFacet(name)) return true;
  const inner = innerFacet(name);
  if (inner) {
    const chosen = { outer: filters[name], inner: filters[inner] };
    return oneOfNested(chosen, String(value), String(facetValue(inner, listing)));
  }
  const chosen: readonly Code[] = filters[name];
  return chosen.length === 0 || (value !== null && chosen.includes(value));
}

/** An outer value includes all its inner values, unless one of them is chosen. */
function oneOfNested(
  chosen: { outer: readonly Code[]; inner: readonly string[] },
  outer: string,
  inner: string,
): boolean {
  if (chosen.outer.length === 0 && chosen.inner.length === 0) return true;
  const ofOuter = chosen.inner.filter((key) => splitNameKey(key).outer === outer);
  return ofOuter.length > 0 ? ofOuter.includes(inner) : chosen.outer.includes(outer);
}

function within({ min, max }: Range, value: number): boolean {
  return (min === null || value >= min) && (max === null || value <= max);
}

function withText(listings: readonly GeneratedListing[], text: string): GeneratedListing[] {
  const words = listWords(text);
  if (words.length === 0) return [...listings];
  return listings.filter((listing) => {
    const have = foldWords(listing);
    return words.every((word) => have.some((each) => each.startsWith(word)));
  });
}

const folded = new WeakMap<GeneratedListing, string[]>();

function foldWords(listing: GeneratedListing): string[] {
  const cached = folded.get(listing);
  if (cached) return cached;
  const words = foldText(joinWords(listing)).split(/[^a-z0-9]+/);
  folded.set(listing, words);
  return words;
}

function joinWords(listing: GeneratedListing): string {
  const { make, model, trim, city, provinceCode, description } = listing;
  const typed = [...FACET_NAMES.filter(isCodesFacet), ...FACET_NAMES.filter(isSetFacet)].flatMap(
    (name) => {
      const { codes }: Pick<CodesFacet, "codes"> = FACETS[name];
      const said = new Set(isSetFacet(name) ? listing[name] : [facetValue(name, listing)]);
      return (listTypedWords(name) ?? []).filter((_, at) => said.has(codes[at] ?? null));
    },
  );
  return [make, model, trim, city, provinceCode, description, ...typed].join(" ");
}

function countBy(
  facet: FacetName,
  listings: readonly GeneratedListing[],
  { geo }: SearchRequest,
): FacetCounts["counts"] {
  const counts: Record<string, number> = {};
  const add = (key: Code | null) => {
    if (key !== null) counts[key] = (counts[key] ?? 0) + 1;
  };
  for (const listing of listings) {
    if (isSetFacet(facet)) listing[FACETS[facet].column].forEach(add);
    else if (facet !== "distance") add(countedUnder(facet, listing));
    else if (geo) {
      for (const radiusKm of RADII_KM) {
        if (distanceKm(geo, listing) <= radiusKm) add(radiusKm);
      }
    }
  }
  return counts;
}

function countedUnder(name: Exclude<FilterName, SetName>, listing: GeneratedListing): Code | null {
  const value = facetValue(name, listing);
  if (!isRangeFacet(name)) return value;
  return stepAmount(FACETS[name], findStep(FACETS[name], Number(value)));
}

/** The step under which an amount is counted, from 0. */
function findStep({ steps }: RangeFacet, amount: number): number {
  const exact = (amount - steps.first) / steps.size;
  const step = steps.rounding === "up" ? Math.ceil(exact) : Math.floor(exact);
  return Math.min(Math.max(step, 0), steps.count - 1);
}

function compare(a: GeneratedListing, b: GeneratedListing, { sort, geo }: SearchRequest): number {
  const order = sort === "distance" && !geo ? "newest" : sort;
  const isDescending = ["newest", "price_desc", "bids"].includes(order);
  const SORT_KEYS: Readonly<Record<Sort, (listing: GeneratedListing) => number>> = {
    newest: ({ postedAt }) => postedAt.getTime(),
    deal: ({ dealRank }) => dealRank,
    price: ({ priceCad }) => priceCad,
    price_desc: ({ priceCad }) => priceCad,
    km: ({ odometerKm }) => odometerKm,
    distance: (listing) => (geo ? distanceMetres(geo, listing) : 0),
    bids: ({ bidCount }) => bidCount,
  };
  const key = SORT_KEYS[order];
  const ascending = key(a) - key(b) || (a.id < b.id ? -1 : 1);
  return isDescending ? -ascending : ascending;
}
