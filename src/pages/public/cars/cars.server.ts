import { inArray } from "drizzle-orm";
import { db } from "#platform/database/database.server.ts";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { cardColumns } from "#domain/listing/listing-queries.server.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { distanceKm, type Point } from "#values/distance.ts";
import { resolvePlace } from "#values/place/resolve-place.ts";
import type { CarsQuery } from "./cars-address.ts";
import { pricesForPayments } from "#domain/pricing/payment-estimate.ts";
import { relaxations, type Relaxation } from "./relaxations.ts";
import { searchDictionary } from "#domain/search/search-dictionary.server.ts";
import {
  type CityName,
  type FacetName,
  isOpen,
  type ModelName,
  nameKey,
  type Range,
  type SearchRequest,
} from "#domain/search/search.ts";
import { sqlSearch } from "#domain/search/sql-search.server.ts";

const PAGE_SIZE = 24;

/** What became of the place that was typed. */
export type PlaceFound =
  | { state: "none" }
  /** No town of that name: the search goes on without it, and says so. */
  | { state: "unknown" }
  | { state: "found"; city: string; provinceCode: string };

export type CarsView = {
  cars: ListingCardFacts[];
  count: number;
  next: string | null;
  counts: Readonly<Record<FacetName, Readonly<Record<string, number>>>>;
  /** All names in stock, also those that the filters leave nothing of: lists keep their order. */
  makes: readonly string[];
  models: readonly ModelName[];
  cities: readonly CityName[];
  place: PlaceFound;
  /** How far each car stands from the place that was asked for, by listing; empty without one. */
  awayKm: Readonly<Record<string, number>>;
  /** False for a visitor who chose Quebec, and for sold cars: then no payment is named at all. */
  showsPayments: boolean;
  /** The prices that the budget filter lets through, whichever way it is given. */
  priceCad: Range;
  /** Where nothing was found: what to give up for how many cars. */
  relaxations: Relaxation[];
};

/** One page of cars, all counts, and what to say about the place: everything that /cars shows. */
export async function carsView(query: CarsQuery): Promise<CarsView> {
  const resolved = query.near ? resolvePlace({ text: query.near }) : null;
  const place = placeFound(query, resolved);
  const point =
    resolved?.lat !== undefined && resolved.lon !== undefined
      ? { lat: resolved.lat, lon: resolved.lon }
      : null;
  // Quebec's Consumer Protection Act, s. 244 keeps credit terms out of advertising for goods.
  const isInQuebec = query.provinces.includes("QC") || resolved?.region === "QC";
  const showsPayments = !isInQuebec && query.status === "live";
  const priceCad =
    query.by === "price"
      ? query.priceCad
      : showsPayments
        ? pricesForPayments(query.paymentCad)
        : { min: null, max: null };
  const request: SearchRequest = {
    filters: {
      ...query,
      priceCad,
      isPriceFromPayment: query.by === "payment" && !isOpen(priceCad),
    },
    text: query.text,
    geo: point && { ...point, radiusKm: query.withinKm },
    sort: query.sort,
    after: query.after,
    limit: PAGE_SIZE,
  };
  const [{ count, facets, ids, next }, dictionary] = await Promise.all([
    sqlSearch(request),
    searchDictionary(),
  ]);
  const [cars, withoutText] = await Promise.all([
    cardsOf(ids, point),
    count === 0 && query.text ? countWithout(request) : 0,
  ]);
  return {
    ...cars,
    count,
    next,
    counts: {
      ...countsOf(facets),
      model: countsWithin(facets.model.counts, query.makes),
      city: countsWithin(facets.city.counts, query.provinces),
    },
    makes: dictionary.makes,
    models: dictionary.models.filter(({ make }) => query.makes.includes(make)),
    cities: dictionary.cities.filter(({ provinceCode }) => query.provinces.includes(provinceCode)),
    place,
    showsPayments,
    priceCad,
    relaxations: count === 0 ? relaxations(query, facets, withoutText) : [],
  };
}

function placeFound({ near }: CarsQuery, resolved: ReturnType<typeof resolvePlace>): PlaceFound {
  if (!near) return { state: "none" };
  if (!resolved?.city) return { state: "unknown" };
  return { state: "found", city: resolved.city, provinceCode: resolved.region };
}

async function countWithout(request: SearchRequest): Promise<number> {
  return (await sqlSearch({ ...request, text: "", after: null, limit: 0 })).count;
}

/** The rows of the ids, in the ids' order, and how far from the point each stands. */
async function cardsOf(
  ids: readonly string[],
  point: Point | null,
): Promise<Pick<CarsView, "cars" | "awayKm">> {
  if (ids.length === 0) return { cars: [], awayKm: {} };
  const rows = await db()
    .select({ ...cardColumns, lat: listingTable.lat, lon: listingTable.lon })
    .from(listingTable)
    .where(inArray(listingTable.id, [...ids]));
  const byId = new Map(rows.map(({ lat: _, lon: __, ...row }) => [row.id, row]));
  return {
    cars: ids.flatMap((id) => byId.get(id) ?? []),
    awayKm: point ? Object.fromEntries(rows.map((row) => [row.id, distanceKm(point, row)])) : {},
  };
}

type Facets = Awaited<ReturnType<typeof sqlSearch>>["facets"];

function countsOf(facets: Facets): Record<FacetName, Readonly<Record<string, number>>> {
  return Object.fromEntries(
    Object.entries(facets).map(([facet, { counts }]) => [facet, counts]),
  ) as Record<FacetName, Readonly<Record<string, number>>>;
}

/** Models of makes, and cities of provinces, that nobody chose are not sent. */
function countsWithin(
  counts: Readonly<Record<string, number>>,
  outers: readonly string[],
): Record<string, number> {
  const isWanted = (key: string) => outers.some((outer) => key.startsWith(nameKey(outer, "")));
  return Object.fromEntries(Object.entries(counts).filter(([key]) => isWanted(key)));
}
