import { makeRecord } from "#values/record.ts";
import { eq, inArray } from "drizzle-orm";
import { getLocale } from "#messages/runtime.js";
import { db } from "#platform/database/database.server.ts";
import { cacheRead } from "#platform/database/cached-reads.server.ts";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { cardColumns } from "#domain/listing/listing-queries.server.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import {
  type CreditEstimate,
  findPaymentTerms,
  findSearchedPayment,
} from "#domain/pricing/credit-estimate.ts";
import { findPricesForPayments, type PricesForPayments } from "#domain/pricing/payment-estimate.ts";
import { type PaymentViewer, findPaymentRestriction } from "#domain/pricing/payment-restriction.ts";
import type { CardRating } from "#domain/pricing/card-rating.ts";
import { rateCards } from "#domain/pricing/price-estimate.server.ts";
import { findRatingOfRank } from "#domain/pricing/price-model/fair-price.ts";
import { isOpen, OPEN, type Range, splitNameKey } from "#domain/search/facet-kinds.ts";
import {
  FACET_NAMES,
  type FacetName,
  FILTER_NAMES,
  type FilterName,
  type NamesName,
  outerFacet,
} from "#domain/search/facets.ts";
import { searchDictionary } from "#domain/search/search-dictionary.server.ts";
import { listingSearchTable } from "#domain/search/listing-search.table.ts";
import { findMeantText } from "#domain/search/search-spelling.server.ts";
import { listWords } from "#domain/search/search-text.ts";
import { RADII_KM, type SearchResult, type SearchRequest } from "#domain/search/search.ts";
import { searchCars } from "#domain/search-index/search-cars.server.ts";
import { distanceKm, type Point } from "#values/distance.ts";
import { formatCity } from "#values/location/gazetteer.ts";
import { findSimilarCity } from "#values/location/nearest-city.ts";
import { resolveLocation } from "#values/location/resolve-location.ts";
import type { LoanChoice } from "#values/loan-choice.ts";
import { type CarsQuery, isFiltered } from "./cars-address.ts";
import { applyTypedText } from "./apply-typed-text.server.ts";

const PAGE_SIZE = 24;

/** The result of resolving the typed location. */
export type LocationResult =
  | { state: "none" }
  /** Unknown city: the search ignores it and says so. */
  | { state: "unknown"; suggestion: CitySuggestion | null }
  | { state: "found"; city: string; provinceCode: string };

/** The city that was probably meant: its name, and its value in the address. */
export type CitySuggestion = { city: string; near: string };

export type CarsView = {
  cars: ListingCardFacts[];
  count: number;
  /** The corrected search that is shown because the typed text finds nothing. */
  corrected: { text: string; query: CarsQuery } | null;
  next: string | null;
  counts: Readonly<Record<FacetName, Readonly<Record<string, number>>>>;
  /**
   * All names in stock, also those without results, so that lists keep their order. Models and
   * cities only if their make or province is chosen.
   */
  names: Readonly<Record<NamesName, readonly string[]>>;
  location: LocationResult;
  /** The distance of each car from the requested location, by listing; empty without one. */
  awayKm: Readonly<Record<string, number>>;
  /** The rating of each price, by listing; absent if there are too few similar cars. */
  ratings: Readonly<Record<string, CardRating>>;
  /** Why no payment is shown to anybody: cars in Quebec, or sold ones. */
  paymentRestriction: "quebec" | "sold" | null;
  /** The price range of the budget filter, however it was entered. */
  price: Range;
  /** If nothing was found: which filter to drop, and how many cars that gives. */
  relaxations: Relaxation[];
};

/** The visitor who searches: their language, budget and payments. */
export type Searcher = PaymentViewer & { estimate: CreditEstimate | null; loan: LoanChoice };

/** Everything that /cars shows: one page of cars, all counts, and the state of the location. */
export const loadCars = cacheRead(loadCarsUncached, { most: 100 });

/** Runs the search and, if its text finds nothing, the search with corrected spelling. */
async function loadCarsUncached(query: CarsQuery, searcher: Searcher): Promise<CarsView> {
  const { locale } = searcher;
  const requested = await searchOnce(query, searcher);
  const mayBeMisspelt = requested.count === 0 && query.text !== "" && !query.exact;
  const text = mayBeMisspelt ? await findMeantText(query.text) : null;
  if (text === null) return { ...requested, corrected: null };
  const correctedQuery = applyTypedText({ ...query, text }, await searchDictionary(), locale);
  return {
    ...(await searchOnce(correctedQuery, searcher)),
    corrected: { text, query: correctedQuery },
  };
}

async function searchOnce(
  query: CarsQuery,
  searcher: Searcher,
): Promise<Omit<CarsView, "corrected">> {
  const resolved = query.near ? resolveLocation({ text: query.near }) : null;
  const location = describeLocationResult(query, resolved);
  const point =
    resolved?.lat !== undefined && resolved.lon !== undefined
      ? { lat: resolved.lat, lon: resolved.lon }
      : null;
  const isInQuebec = query.province.includes("QC") || resolved?.region === "QC";
  const paymentRestriction = query.status === "sold" ? "sold" : isInQuebec ? "quebec" : null;
  const pricesByTax =
    query.by === "payment" && paymentRestriction === null && !isOpen(query.payment)
      ? findPricesForSearcher(query, searcher)
      : findPricesWithinBudget(query, searcher);
  const price = query.by === "price" ? query.price : OPEN;
  const request: SearchRequest = {
    filters: {
      ...query,
      price,
      pricesByTax,
    },
    text: query.text,
    geo: point && { ...point, radiusKm: query.withinKm },
    sort: query.sort,
    after: query.after,
    limit: PAGE_SIZE,
  };
  const [{ count, facets, ids, next }, dictionary] = await Promise.all([
    searchCars(request),
    searchDictionary(),
  ]);
  const [cars, withoutText] = await Promise.all([
    readCards(ids, point, query),
    count === 0 && query.text ? countWithout(request) : 0,
  ]);
  return {
    ...cars,
    count,
    next,
    counts: byFacet((name) => countsWithin(name, facets[name].counts, query)),
    names: {
      make: dictionary.make.names,
      model: namesWithin("model", dictionary.model.names, query),
      city: namesWithin("city", dictionary.city.names, query),
    },
    location,
    paymentRestriction,
    price: pricesByTax ? widestRange(pricesByTax.map(({ prices }) => prices)) : price,
    relaxations: count === 0 ? relaxationsFor(query, facets, withoutText) : [],
  };
}

/**
 * The query with the facets named in its text as filters. Unchanged if there are none, or if
 * another word may be misspelt: then the whole text is corrected (`loadCarsUncached`).
 */
export async function readTypedText(query: CarsQuery): Promise<CarsQuery> {
  if (query.text === "") return query;
  const taken = applyTypedText(query, await searchDictionary(), getLocale());
  const isPart = taken !== query && listWords(taken.text).length > 0;
  return isPart && (await findMeantText(query.text)) !== null ? query : taken;
}

/**
 * Null if no payment may be shown to them: then their filter is not applied, and the page says so.
 */
function findPricesForSearcher(
  { payment, every }: CarsQuery,
  { estimate, loan, ...reader }: Searcher,
): PricesForPayments[] | null {
  if (findPaymentRestriction(reader, null)) return null;
  const { provinceCode, locale } = reader;
  const terms = { ...findPaymentTerms(estimate, every, loan), provinceCode };
  return findPricesForPayments(payment, terms, { namedTo: locale });
}

/** Also in Quebec, where the estimate is used to search although no payment is shown. */
function findPricesWithinBudget(
  { isWithinBudget }: CarsQuery,
  { estimate }: Searcher,
): PricesForPayments[] | null {
  const max = estimate && findSearchedPayment(estimate);
  if (!isWithinBudget || !estimate || max === null) return null;
  const terms = findPaymentTerms(estimate, "monthly");
  return findPricesForPayments({ min: null, max }, terms, { namedTo: null });
}

/** The range from the lowest to the highest price of all ranges. */
function widestRange(ranges: readonly Range[]): Range {
  const lowest = ranges.map(({ min }) => min ?? 0);
  const highest = ranges.map(({ max }) => max ?? Infinity);
  const [min, max] = [Math.min(...lowest), Math.max(...highest)];
  return { min: min > 0 ? min : null, max: Number.isFinite(max) ? max : null };
}

function describeLocationResult(
  { near }: CarsQuery,
  resolved: ReturnType<typeof resolveLocation>,
): LocationResult {
  if (!near) return { state: "none" };
  if (!resolved?.city) return { state: "unknown", suggestion: findCitySuggestion(near) };
  return { state: "found", city: resolved.city, provinceCode: resolved.region };
}

function findCitySuggestion(near: string): CitySuggestion | null {
  const location = findSimilarCity(near);
  return location && { city: location.name, near: formatCity(location, getLocale()) };
}

async function countWithout(request: SearchRequest): Promise<number> {
  return (await searchCars({ ...request, text: "", after: null, limit: 0 })).count;
}

/** The listings of the ids, in the same order, with their ratings and distances. */
async function readCards(
  ids: readonly string[],
  point: Point | null,
  { sort }: Pick<CarsQuery, "sort">,
): Promise<Pick<CarsView, "cars" | "ratings" | "awayKm">> {
  if (ids.length === 0) return { cars: [], ratings: {}, awayKm: {} };
  const rows = await db()
    .select({
      ...cardColumns,
      fuel: listingTable.fuel,
      dealRank: listingSearchTable.dealRank,
      lat: listingTable.lat,
      lon: listingTable.lon,
    })
    .from(listingTable)
    .innerJoin(listingSearchTable, eq(listingSearchTable.listingId, listingTable.id))
    .where(inArray(listingTable.id, [...ids]));
  const byId = new Map(
    rows.map(({ lat: _, lon: __, fuel: ___, dealRank: ____, ...row }) => [row.id, row]),
  );
  const ratings = await rateCards(rows);
  if (sort === "deal") {
    // Ranks are some minutes old: a car whose rating has changed since shows none.
    for (const { id, dealRank } of rows)
      if (ratings[id]?.rating !== findRatingOfRank(dealRank)) delete ratings[id];
  }
  return {
    cars: ids.flatMap((id) => byId.get(id) ?? []),
    ratings,
    awayKm: point ? Object.fromEntries(rows.map((row) => [row.id, distanceKm(point, row)])) : {},
  };
}

function byFacet<Value>(valueFor: (name: FacetName) => Value): Record<FacetName, Value> {
  return makeRecord(FACET_NAMES, valueFor);
}

/** Models and cities of makes and provinces that are not chosen are not sent to the page. */
function isSentToPage(name: FacetName, key: string, query: CarsQuery): boolean {
  const outer = outerFacet(name);
  const outers: readonly string[] = outer ? query[outer] : [];
  return !outer || outers.includes(splitNameKey(key).outer);
}

function namesWithin(name: NamesName, names: readonly string[], query: CarsQuery): string[] {
  return names.filter((key) => isSentToPage(name, key, query));
}

function countsWithin(
  name: FacetName,
  counts: Readonly<Record<string, number>>,
  query: CarsQuery,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(counts).filter(([key]) => isSentToPage(name, key, query)),
  );
}

/** A filter to drop, or a wider radius, and how many cars that gives. */
export type Relaxation =
  | { drop: FilterName | "text" | "place"; count: number }
  | { withinKm: number; count: number };

const MOST_RELAXATIONS = 4;

/**
 * Suggestions for a search without results: each single filter without which there are cars, the
 * most cars first. The counts come with the facets, which are counted without their own filter.
 */
function relaxationsFor(
  query: CarsQuery,
  facets: SearchResult["facets"],
  withoutText: number,
): Relaxation[] {
  const dropped = FILTER_NAMES.filter((name) => isFiltered(query, name)).map((drop) => ({
    drop,
    count: facets[drop].without,
  }));
  const text = query.text ? [{ drop: "text" as const, count: withoutText }] : [];
  const distance = query.near ? widerRadii(query, facets.distance) : [];
  return [...dropped, ...text, ...distance]
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MOST_RELAXATIONS);
}

/** The smallest wider radius with cars, and dropping the location. */
function widerRadii(
  { withinKm }: CarsQuery,
  { counts, without }: SearchResult["facets"]["distance"],
): Relaxation[] {
  if (withinKm === null) return [];
  const radiusKm = RADII_KM.find((each) => each > withinKm && (counts[String(each)] ?? 0) > 0);
  return [
    ...(radiusKm ? [{ withinKm: radiusKm, count: counts[String(radiusKm)] ?? 0 }] : []),
    { drop: "place", count: without },
  ];
}
